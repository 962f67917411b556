import { Button } from "../../kit/elements.js";
import { AccountName, PasswordField } from "../../kit/fields.js";
import { Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { html, useState } from "../../kit/preact.js";
import { missing } from "../auth/sign-in.js";
import { useHub } from "../context.js";

/** Another password ends every other session, and says so before and after. */
export function ChangePassword() {
  const { t } = useHub();
  const [open, setOpen] = useState(false);
  if (open) return html`<${Change} close=${() => setOpen(false)} />`;
  return html`<div class="row"><div class="row-words"><p class="quiet">${t("password.change_text")}</p></div>
    <${Button} kind="quiet" onClick=${() => setOpen(true)}>${t("password.change")}</${Button}></div>`;
}

function Change({ close }) {
  const { t, client, me, say } = useHub();
  const form = useForm({
    start: { current_password: "", new_password: "" },
    check: (values) => missing(values, ["current_password", "new_password"]),
    send: (values, key) => client.post("/v1/users/me/password", values, { key }),
    own: (problem) => problem.reason === "invalid_credentials" ? { current_password: { code: "password_wrong" } } : problem.fields,
    done: () => { close(); say(t("password.changed")); },
  });
  return html`<${Form} form=${form} class="narrow"><${FormProblem} t=${t} form=${form} /><${AccountName} email=${me.value?.email} />
    <${PasswordField} t=${t} form=${form} name="current_password" label=${t("field.current_password")} autocomplete="current-password" autofocus />
    <${PasswordField} t=${t} form=${form} name="new_password" label=${t("field.new_password")} autocomplete="new-password" meter email=${me.value?.email} />
    <div class="actions"><${Submit} t=${t} form=${form}>${t("password.change")}</${Submit}><${Button} kind="quiet" onClick=${close}>${t("action.cancel")}</${Button}></div></${Form}>`;
}
