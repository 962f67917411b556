import { Field, PasswordField } from "../../kit/fields.js";
import { Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { html } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { missing } from "./sign-in.js";

/** AUTH-03. The session begins at once; the letter with the link is already on its way. */
export default function SignUp() {
  const { t, client, session, go, next, query } = useHub();
  const onward = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
  const form = useForm({
    start: { display_name: "", email: query.get("email") ?? "", password: "" },
    check: (values) => missing(values, ["email", "password"]),
    send: ({ display_name, ...values }, key) => client.post("/v1/auth/signup", display_name.trim() ? { ...values, display_name: display_name.trim() } : values, { anonymous: true, key }),
    done: ({ data }) => { session.accept(data); go(`/check-email${onward}`, { replace: true }); },
  });
  return html`<${Page} title=${t("sign_up.title")} lead=${t("sign_up.lead")}>
    <${Form} form=${form} action="/sign-up"><${FormProblem} t=${t} form=${form} />
      <${Field} t=${t} form=${form} name="display_name" label=${t("field.display_name")} optional autocomplete="name" maxlength="100" />
      <${Field} t=${t} form=${form} name="email" label=${t("field.email")} type="email" inputmode="email" autocomplete="username" autocapitalize="off" dir="ltr" spellcheck=${false} />
      ${form.faults.email?.code === "email_taken" && html`<p class="beside"><a href=${`/sign-in?email=${encodeURIComponent(form.values.email)}`}>${t("sign_up.sign_in_instead")}</a></p>`}
      <${PasswordField} t=${t} form=${form} name="password" label=${t("field.password")} autocomplete="new-password" meter email=${form.values.email} />
      <${Submit} t=${t} form=${form} class="wide">${t("sign_up.action")}</${Submit}></${Form}>
    <p class="switch">${t("sign_up.have_one")} <a href=${`/sign-in${onward}`}>${t("sign_in.action")}</a></p>
  </${Page}>`;
}
