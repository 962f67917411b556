import { Banner } from "../../kit/elements.js";
import { PasswordField } from "../../kit/fields.js";
import { Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { html } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { useLinkToken } from "./link-token.js";
import { missing } from "./sign-in.js";

/** AUTH-06: a new password by the link of a letter. It ends every session, also one in this browser. */
export default function Reset() {
  const { t, client, session, go, setNotice } = useHub();
  const token = useLinkToken();
  const form = useForm({
    start: { new_password: "" },
    check: (values) => missing(values, ["new_password"]),
    send: (values) => client.post("/v1/auth/password/reset", { token, ...values }, { anonymous: true }),
    done: () => {
      session.end();
      setNotice({ key: "signed_out_everywhere", tone: "good" });
      go("/sign-in", { replace: true });
    },
  });
  const isDead = !token || form.problem?.code === "token_invalid";
  if (isDead) return html`<${Page} title=${t("reset.title")}><${Banner} tone="bad"><p>${t("reset.dead")}</p></${Banner}>
    <a class="press main wide" href="/forgot">${t("reset.again")}</a></${Page}>`;
  return html`<${Page} title=${t("reset.title")} lead=${t("reset.lead")}>
    <${Form} form=${form} action="/reset"><${FormProblem} t=${t} form=${form} />
      <${PasswordField} t=${t} form=${form} name="new_password" label=${t("field.new_password")} autocomplete="new-password" meter />
      <${Submit} t=${t} form=${form} class="wide">${t("reset.action")}</${Submit}></${Form}></${Page}>`;
}
