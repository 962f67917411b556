import { Banner, Button, useCountdown } from "../../kit/elements.js";
import { problemSentence } from "../../kit/form.js";
import { html, useState } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { useLinkToken } from "./link-token.js";

/** AUTH-04, from the letter: confirms that an address is its owner's. */
export default function Verify() {
  const { t, client, session, isIn, me } = useHub();
  const token = useLinkToken();
  const [state, setState] = useState("asked"), [problem, setProblem] = useState(token ? null : { code: "token_invalid", kind: "refused" }), [wait, startWait] = useCountdown();

  async function confirm() {
    setState("busy"); setProblem(null);
    try {
      await client.post("/v1/auth/email/verify", { token }, { anonymous: true });
      session.noteVerified();
      if (isIn) me.reload();
      setState("done");
    } catch (thrown) {
      setState("asked"); setProblem(thrown);
      if (thrown.kind === "wait") startWait(thrown.retryAfter);
    }
  }
  if (state === "done") return html`<${Page} title=${t("verify.done")} lead=${t("verify.done_text")}>
    <div class="tick" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M5 12.5l5 5 9.5-11" /></svg></div>
    <a class="press main wide" href=${isIn ? "/" : "/sign-in"}>${t(isIn ? "action.go_on" : "sign_in.action")}</a></${Page}>`;
  const isDead = problem?.code === "token_invalid" || problem?.code === "not_unique";
  return html`<${Page} title=${t("verify.confirm")} lead=${isDead ? null : t("verify.confirm_text")}>
    ${problem && html`<${Banner} tone="bad"><p>${problem.code === "token_invalid" ? t("verify.dead") : problem.code === "not_unique" ? t("verify.taken") : problemSentence(t, problem)}</p></${Banner}>`}
    ${isDead ? html`<a class="press main wide" href=${isIn ? "/check-email" : "/sign-in"}>${t(isIn ? "verify.new_link" : "sign_in.action")}</a>`
      : html`<${Button} t=${t} class="wide" busy=${state === "busy"} wait=${wait} onClick=${confirm}>${t("verify.confirm_action")}</${Button}>`}
  </${Page}>`;
}
