import { Banner, Button, Icon, useCountdown } from "../../kit/elements.js";
import { problemSentence } from "../../kit/form.js";
import { html, useState } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { save } from "../save.js";
import { Panel } from "./security.js";

/** ACC-07: everything that is held of a person, as a file; and the way to have it erased. */
export default function Privacy() {
  const { t, client, say } = useHub();
  const [busy, setBusy] = useState(false), [problem, setProblem] = useState(null), [wait, startWait] = useCountdown();
  async function download() {
    setBusy(true); setProblem(null);
    try {
      const { data } = await client.get("/v1/users/me/export");
      save(JSON.stringify(data, null, 2), `atrium-${new Date().toISOString().slice(0, 10)}.json`, "application/json");
      say(t("privacy.saved"));
    } catch (thrown) {
      setProblem(thrown);
      if (thrown.kind === "wait") startWait(thrown.retryAfter);
    }
    setBusy(false);
  }
  return html`<${Page} kind="wide" title=${t("privacy.title")} lead=${t("privacy.lead")}>
    <${Panel} title=${t("privacy.download")} lead=${t("privacy.download_text")}>
      ${problem && html`<${Banner} tone="warn"><p>${problemSentence(t, problem)}</p></${Banner}>`}
      <${Button} t=${t} kind="quiet" busy=${busy} wait=${wait} onClick=${download}><${Icon} name="save" />${t("privacy.download_action")}</${Button}></${Panel}>
    <${Panel} title=${t("delete.title")} lead=${t("delete.short")}><a class="press danger-quiet" href="/account/delete">${t("delete.open")}</a></${Panel}>
  </${Page}>`;
}
