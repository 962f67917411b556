import { Field } from "../../kit/fields.js";
import { Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { html, useState } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { missing } from "./sign-in.js";

/** AUTH-05. The same answer whether or not there is such an account. */
export default function Forgot() {
  const { t, client, query } = useHub();
  const [sent, setSent] = useState(null);
  const form = useForm({
    start: { email: query.get("email") ?? "" },
    check: (values) => missing(values, ["email"]),
    send: (values) => client.post("/v1/auth/password/forgot", values, { anonymous: true }),
    done: (_, { email }) => setSent(email),
  });
  if (sent) return html`<${Page} title=${t("forgot.sent")} lead=${t.with("forgot.sent_text", { email: html`<bdi class="strong">${sent}</bdi>` })}>
    <div class="picture-mail" aria-hidden="true"><span></span></div>
    <p class="quiet">${t("forgot.sent_hint")}</p>
    <button type="button" class="press quiet wide" onClick=${() => setSent(null)}>${t("forgot.another")}</button>
    <p class="switch"><a href="/sign-in">${t("forgot.back")}</a></p></${Page}>`;
  return html`<${Page} title=${t("forgot.title")} lead=${t("forgot.lead")}>
    <${Form} form=${form} action="/forgot"><${FormProblem} t=${t} form=${form} />
      <${Field} t=${t} form=${form} name="email" label=${t("field.email")} type="email" inputmode="email" autocomplete="username" autocapitalize="off" dir="ltr" spellcheck=${false} />
      <${Submit} t=${t} form=${form} class="wide">${t("forgot.action")}</${Submit}></${Form}>
    <p class="switch"><a href="/sign-in">${t("forgot.back")}</a></p></${Page}>`;
}
