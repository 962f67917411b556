import { Banner, Button, CopyButton, Icon } from "../../kit/elements.js";
import { html, useEffect, useId, useState } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { save } from "../save.js";
import { recoverySheet } from "./recovery-sheet.js";

/** ACC-06: shown once, and not left before "I've saved these". Also closing the window asks first. */
export default function RecoveryCodes() {
  const { t, me, go, leave, say } = useHub();
  const [codes] = useState(recoverySheet.current), [kept, setKept] = useState(false), [nudged, nudge] = useState(false), id = useId();

  useEffect(() => {
    if (!codes || kept) return undefined;
    const free = leave(() => { nudge(true); document.getElementById(id)?.focus(); return false; });
    const ask = (event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => { free(); removeEventListener("beforeunload", ask); };
  }, [kept]);

  if (!codes) return html`<${Page} kind="wide" title=${t("recovery.title")}><${Banner} tone="note" icon="shield"><p>${t("recovery.once")}</p></${Banner}><p><a href="/account/security">${t("enrol.back")}</a></p></${Page}>`;
  const text = [t("recovery.file_title"), me.value?.email ?? "", "", ...codes, "", t("recovery.each_once")].join("\n");
  function done() { recoverySheet.putAway(); say(t("recovery.done")); go("/account/security", { replace: true, force: true }); }
  return html`<${Page} kind="wide" title=${t("recovery.title")} lead=${t("recovery.lead")}>
    <section class="panel sheet-of-codes"><p class="print-only">${t("recovery.file_title")} · ${me.value?.email}</p>
      <ol role="list" class="codes" dir="ltr">${codes.map((code) => html`<li key=${code}><code>${code}</code></li>`)}</ol>
      <p class="quiet">${t("recovery.each_once")}</p>
      <div class="actions no-print"><${CopyButton} t=${t} text=${codes.join("\n")} label=${t("recovery.copy")} />
        <${Button} kind="quiet" onClick=${() => save(text, "atrium-recovery-codes.txt", "text/plain;charset=utf-8")}><${Icon} name="save" />${t("recovery.save")}</${Button}>
        <${Button} kind="quiet" onClick=${() => print()}><${Icon} name="print" />${t("recovery.print")}</${Button}></div></section>
    <div class=${`gate no-print ${nudged && !kept ? "wrong" : ""}`}><label class="check" for=${id}><input type="checkbox" id=${id} checked=${kept} aria-describedby=${`${id}-why`} onChange=${(event) => setKept(event.currentTarget.checked)} /><span>${t("recovery.saved")}</span></label>
      <p class="fault" id=${`${id}-why`} role="status">${nudged && !kept ? t("recovery.first") : ""}</p>
      <${Button} kind="main" aria-disabled=${kept ? null : "true"} onClick=${() => kept ? done() : nudge(true)}>${t("recovery.action")}</${Button}></div>
  </${Page}>`;
}
