import { Button, useCountdown } from "../../kit/elements.js";
import { html, useEffect, useState } from "../../kit/preact.js";
import { problemSentence } from "../../kit/form.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";

/** AUTH-04: a letter is on its way. The page notices by itself when the link was followed elsewhere. */
export default function CheckEmail() {
  const { t, client, me, isIn, next } = useHub();
  const [busy, setBusy] = useState(false), [said, setSaid] = useState(null), [wait, startWait] = useCountdown();
  const isVerified = me.value?.email_verified === true;

  useEffect(() => {
    if (!isIn || isVerified) return undefined;
    const look = () => document.visibilityState === "visible" && me.reload();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isIn, isVerified]);

  async function resend() {
    setBusy(true); setSaid(null);
    try {
      await client.post("/v1/auth/email/verify/resend", { email: me.value.email }, { anonymous: true });
      setSaid(t("verify.sent_again")); startWait(30);
    } catch (problem) {
      setSaid(problemSentence(t, problem));
      if (problem.kind === "wait") startWait(problem.retryAfter);
    }
    setBusy(false);
  }
  if (isVerified) return html`<${Page} title=${t("verify.done")} lead=${t("verify.done_text")}><a class="press main wide" href=${next}>${t("action.go_on")}</a></${Page}>`;
  return html`<${Page} title=${t("verify.check")} lead=${me.value ? t.with("verify.check_text", { email: html`<bdi class="strong">${me.value.email}</bdi>` }) : t("verify.check_any")}>
    <div class="picture-mail" aria-hidden="true"><span></span></div>
    <p class="quiet">${t("verify.spam")}</p>
    <a class="press main wide" href=${next}>${t("verify.later")}</a>
    ${me.value && html`<${Button} t=${t} kind="quiet" class="wide" busy=${busy} wait=${wait} onClick=${resend}>${t("verify.resend")}</${Button}>`}
    <p class="said" role="status">${said}</p>
  </${Page}>`;
}
