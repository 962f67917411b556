import { Banner } from "../../kit/elements.js";
import { Field } from "../../kit/fields.js";
import { Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { html } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";

const word = "DELETE";

/** ACC-08: what goes, when it goes, and a word to type, so that no slip of a finger does it. */
export default function Delete() {
  const { t, client, session, setNotice, go } = useHub();
  const form = useForm({
    start: { word: "" },
    check: (values) => values.word.trim() === word ? {} : { word: t("delete.not_the_word", { word }) },
    send: (_, key) => client.post("/v1/users/me/erasure-requests", {}, { key }),
    done: ({ data }) => {
      session.end();
      setNotice({ key: "erasure", tone: "note", values: { date: t.date(data.scheduled_for) } });
      go("/sign-in", { replace: true, force: true });
    },
  });
  return html`<${Page} kind="wide" title=${t("delete.title")} lead=${t("delete.lead")}>
    <${Banner} tone="bad" live=${false} title=${t("delete.warning")}><ul class="points"><li>${t("delete.now")}</li><li>${t("delete.week")}</li><li>${t("delete.after")}</li><li>${t("delete.kept")}</li></ul></${Banner}>
    <p>${t("delete.first")} <a href="/account/privacy">${t("privacy.download")}</a></p>
    <${Form} form=${form} class="narrow"><${FormProblem} t=${t} form=${form} />
      <${Field} t=${t} form=${form} name="word" label=${t.with("delete.type", { word: html`<strong dir="ltr">${word}</strong>` })} autocomplete="off" autocapitalize="characters" spellcheck=${false} dir="ltr" />
      <div class="actions"><${Submit} t=${t} form=${form} kind="danger">${t("delete.action")}</${Submit}><a class="press quiet" href="/account/privacy">${t("action.cancel")}</a></div></${Form}>
  </${Page}>`;
}
