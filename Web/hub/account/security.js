import { Button, Dialog, Icon } from "../../kit/elements.js";
import { CodeField, Field } from "../../kit/fields.js";
import { Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { html, useState } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { Loaded } from "../load.js";
import { Passkeys } from "./passkeys.js";
import { ChangePassword } from "./password.js";
import { Sessions } from "./sessions.js";

/** ACC-04: what keeps an account its owner's. */
export default function Security() {
  const { t, me, client } = useHub();
  return html`<${Page} kind="wide" title=${t("security.title")} lead=${t("security.lead")}>
    ${client.features.shows("two_factor") && html`<${Panel} title=${t("security.two_factor")}><${Loaded} load=${me} lines=${2}>${(person) => html`<${TwoFactor} person=${person} />`}</${Loaded}></${Panel}>`}
    <${Passkeys} />
    <${Panel} title=${t("security.password")}><${ChangePassword} /></${Panel}>
    <${Panel} title=${t("security.sessions")} lead=${t("security.sessions_lead")}><${Sessions} /></${Panel}>
  </${Page}>`;
}

export const Panel = ({ title, lead, children, tone = "" }) => html`<section class=${`panel ${tone}`}><header><h2>${title}</h2>${lead && html`<p class="quiet">${lead}</p>`}</header><div class="panel-body">${children}</div></section>`;

function TwoFactor({ person }) {
  const { t } = useHub();
  const [turningOff, turnOff] = useState(false);
  const isOn = person.mfa_enabled;
  return html`<div class="row"><div class="row-words"><p class="row-title"><${Icon} name="shield" class=${isOn ? "good" : ""} />${t(isOn ? "security.two_factor_on" : "security.two_factor_off")}</p>
      <p class="quiet">${t(isOn ? "security.two_factor_on_text" : "security.two_factor_off_text")}</p></div>
    ${isOn ? html`<${Button} kind="quiet" onClick=${() => turnOff(true)}>${t("security.turn_off")}</${Button}>` : html`<a class="press main" href="/account/security/two-factor">${t("security.turn_on")}</a>`}
    ${turningOff && html`<${TurnOff} close=${() => turnOff(false)} />`}</div>`;
}

/** Off takes a code, or a recovery code where the telephone is gone. */
function TurnOff({ close }) {
  const { t, me, client, say } = useHub();
  const [way, setWay] = useState("code");
  const form = useForm({
    start: { code: "", recovery_code: "" },
    check: (values) => way === "code" && !/^\d{6}$/.test(values.code) ? { code: { code: "code_digits" } } : way !== "code" && !values.recovery_code.trim() ? { recovery_code: { code: "required" } } : {},
    send: (values, key) => client.post("/v1/users/me/mfa/totp/disable", { [way]: values[way].trim().toLowerCase() }, { key }),
    own: (problem) => problem.code === "invalid_mfa_code" ? { [way]: { code: way === "code" ? "code_wrong" : "recovery_wrong" } } : problem.fields,
    done: () => { close(); me.reload(); say(t("security.two_factor_now_off")); },
  });
  const isCode = way === "code";
  return html`<${Dialog} title=${t("security.turn_off_title")} onClose=${close} labelClose=${t("action.cancel")}>
    <p>${t("security.turn_off_text")}</p>
    <${Form} form=${form}><${FormProblem} t=${t} form=${form} />
      ${isCode ? html`<${CodeField} key="code" t=${t} form=${form} label=${t("two_factor.code")} />`
        : html`<${Field} key="recovery" t=${t} form=${form} name="recovery_code" label=${t("two_factor.recovery_code")} autocomplete="off" autocapitalize="off" spellcheck=${false} dir="ltr" class="mono" />`}
      <p class="beside"><button type="button" class="plain" onClick=${() => setWay(isCode ? "recovery_code" : "code")}>${t(isCode ? "two_factor.use_recovery" : "two_factor.use_code")}</button></p>
      <${Submit} t=${t} form=${form} kind="danger" class="wide">${t("security.turn_off")}</${Submit}></${Form}></${Dialog}>`;
}
