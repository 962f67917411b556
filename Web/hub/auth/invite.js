import { Banner } from "../../kit/elements.js";
import { Field, PasswordField } from "../../kit/fields.js";
import { Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { html } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { useLinkToken } from "./link-token.js";
import { missing } from "./sign-in.js";

/** AUTH-04, from an invitation: a name and a password make the account whole. Whoever is signed in here meanwhile is signed out. */
export default function Invite() {
  const { t, client, session, go, isIn, me } = useHub();
  const token = useLinkToken();
  const form = useForm({
    start: { display_name: "", password: "" },
    check: (values) => missing(values, ["password"]),
    send: ({ display_name, password }) => client.post("/v1/auth/invitations/accept", { token, password, ...display_name.trim() && { display_name: display_name.trim() } }, { anonymous: true }),
    done: ({ data }) => { session.accept(data); go("/", { replace: true }); },
  });
  if (!token || form.problem?.code === "token_invalid") return html`<${Page} title=${t("invite.title")}><${Banner} tone="bad"><p>${t("invite.dead")}</p></${Banner}>
    <a class="press main wide" href=${isIn ? "/" : "/sign-in"}>${t(isIn ? "absent.home" : "sign_in.action")}</a></${Page}>`;
  return html`<${Page} title=${t("invite.title")} lead=${t("invite.lead")}>
    ${isIn && me.value && html`<${Banner} tone="warn" live=${false}><p>${t.with("invite.other_account", { email: html`<bdi>${me.value.email}</bdi>` })}</p></${Banner}>`}
    <${Form} form=${form} action="/invite"><${FormProblem} t=${t} form=${form} />
      <${Field} t=${t} form=${form} name="display_name" label=${t("field.display_name")} optional autocomplete="name" maxlength="100" />
      <${PasswordField} t=${t} form=${form} name="password" label=${t("field.password")} autocomplete="new-password" meter />
      <${Submit} t=${t} form=${form} class="wide">${t("invite.action")}</${Submit}></${Form}></${Page}>`;
}
