import { Banner, Button, CopyButton, useCountdown } from "../../kit/elements.js";
import { CodeField } from "../../kit/fields.js";
import { Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { html } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { Loaded, useLoad } from "../load.js";
import { recoverySheet } from "./recovery-sheet.js";

/** ACC-05: a picture to point a telephone at, the secret for those who cannot, and the first code. */
export default function Enrol() {
  const { t, client } = useHub();
  const load = useLoad(() => client.post("/v1/users/me/mfa/totp", {}, { feature: "two_factor" }));
  return html`<${Page} kind="wide" title=${t("enrol.title")} lead=${t("enrol.lead")}>
    ${load.problem?.code === "mfa_already_enabled" ? html`<${Banner} tone="good"><p>${t("enrol.already")}</p></${Banner}><p><a href="/account/security">${t("enrol.back")}</a></p>`
      : html`<${Loaded} load=${load} lines=${6}>${(enrolment) => html`<${Steps} key=${enrolment.secret} enrolment=${enrolment} again=${load.reload} />`}</${Loaded}>`}
  </${Page}>`;
}

function Steps({ enrolment, again }) {
  const { t, client, me, go } = useHub();
  const [left] = useCountdown(enrolment.expires_in);
  const form = useForm({
    start: { code: "" },
    check: ({ code }) => /^\d{6}$/.test(code) ? {} : { code: { code: "code_digits" } },
    send: (values, key) => client.post("/v1/users/me/mfa/totp/confirm", values, { key }),
    own: (problem) => { if (problem.code !== "invalid_mfa_code") return problem.fields; form.set("code", ""); return { code: { code: "code_wrong" } }; },
    done: ({ data }) => { recoverySheet.show(data.recovery_codes); me.reload(); go("/account/security/recovery-codes", { replace: true }); },
  });
  const isOver = left === 0 || form.problem?.code === "mfa_enrollment_expired";
  if (isOver) return html`<${Banner} tone="warn" action=${html`<${Button} kind="quiet" onClick=${again}>${t("enrol.again")}</${Button}>`}><p>${t("enrol.expired")}</p></${Banner}>`;
  const picture = drawing(enrolment);
  return html`<ol class="steps" role="list">
    <li><h2>${t("enrol.scan")}</h2><p class="quiet">${t("enrol.scan_text")}</p>
      <div class="enrol">${picture && html`<img class="qr" src=${picture} alt=${t("enrol.qr")} width="192" height="192" />`}
        <div class="enrol-words"><p>${t("enrol.by_hand")}</p><code class="secret" dir="ltr">${enrolment.secret.match(/.{1,4}/g).join(" ")}</code>
          <div class="actions"><${CopyButton} t=${t} text=${enrolment.secret} label=${t("enrol.copy")} /><a class="press quiet" href=${enrolment.otpauth_uri.startsWith("otpauth:") ? enrolment.otpauth_uri : null}>${t("enrol.open")}</a></div></div></div></li>
    <li><h2>${t("enrol.code")}</h2><p class="quiet">${t("enrol.code_text")}</p>
      <${Form} form=${form} class="narrow"><${FormProblem} t=${t} form=${form} /><${CodeField} t=${t} form=${form} label=${t("two_factor.code")} autofocus=${false} onFull=${() => form.submit()} />
        <div class="actions"><${Submit} t=${t} form=${form}>${t("enrol.action")}</${Submit}><a class="press quiet" href="/account/security">${t("action.cancel")}</a></div></${Form}></li>
  </ol>`;
}

/** The server's drawing as the address of a picture: it is shown, never put into the page as markup. */
function drawing({ qr_svg: svg }) {
  if (typeof svg !== "string") return null;
  return svg.startsWith("data:image/svg+xml") ? svg : svg.trimStart().startsWith("<") ? `data:image/svg+xml,${encodeURIComponent(svg)}` : null;
}
