import { Problem } from "../../kit/client.js";
import { Banner, Button, Icon } from "../../kit/elements.js";
import { Field, PasswordField } from "../../kit/fields.js";
import { Form, FormProblem, Submit, problemSentence, useForm } from "../../kit/form.js";
import { html, useState } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { passkeysWork, signInWithPasskey } from "../passkeys.js";
import { challenge } from "./challenge.js";

/** AUTH-01. What the page before left to be said (signed out everywhere, session over) stands above the form. */
export default function SignIn() {
  const { t, client, session, go, next, query, notice, setNotice, isIn, me } = useHub();
  const form = useForm({
    start: { email: query.get("email") ?? (isIn ? me.value?.email : null) ?? "", password: "" },
    check: (values) => missing(values, ["email", "password"]),
    send: (values) => client.post("/v1/auth/login", values, { anonymous: true }),
    done: ({ data }, { email }) => welcome(data, email),
  });

  async function welcome(answer, email) {
    setNotice(null);
    if (answer.mfa_required) { challenge.begin(answer, email); go(`/two-factor?${isIn ? "again=1&" : ""}next=${encodeURIComponent(next)}`); return; }
    await replaceSession({ client, session, isIn }, answer);
    go(next, { replace: true });
  }
  const onward = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
  return html`<${Page} title=${t("sign_in.title")}>
    <${Notice} notice=${notice} />
    ${!notice && next !== "/" && html`<p class="lead">${t("sign_in.to_go_on")}</p>`}
    <${Form} form=${form} action="/sign-in">
      <${FormProblem} t=${t} form=${form} />
      <${Field} t=${t} form=${form} name="email" label=${t("field.email")} type="email" inputmode="email" autocomplete="username" autocapitalize="off" dir="ltr" spellcheck=${false} />
      <${PasswordField} t=${t} form=${form} name="password" label=${t("field.password")} autocomplete="current-password" />
      <p class="beside"><a href="/forgot">${t("sign_in.forgot")}</a></p>
      <${Submit} t=${t} form=${form} class="wide">${t("sign_in.action")}</${Submit}>
    </${Form}>
    <${Passkey} welcome=${welcome} />
    <p class="switch">${t("sign_in.new_here")} <a href=${`/sign-up${onward}`}>${t("sign_in.create")}</a></p>
  </${Page}>`;
}

/** A session that begins where another was ends that one, so that none is left behind. */
export async function replaceSession({ client, session, isIn }, answer) {
  if (isIn) await client.post("/v1/auth/logout").catch(() => {});
  session.accept(answer);
}

export function missing(values, names) {
  return Object.fromEntries(names.filter((name) => !String(values[name] ?? "").trim()).map((name) => [name, { code: "required" }]));
}

/** Why somebody is on this page who did not ask for it. */
export function Notice({ notice }) {
  const { t } = useHub();
  if (!notice) return null;
  const key = t.has(`notice.${notice.key}`) ? notice.key : "expired";
  return html`<${Banner} tone=${notice.tone ?? "note"} icon=${notice.tone === "good" ? "check" : "door"}><p>${t(`notice.${key}`, notice.values)}</p></${Banner}>`;
}

function Passkey({ welcome }) {
  const { t, client } = useHub();
  const [busy, setBusy] = useState(false), [problem, setProblem] = useState(null);
  if (!passkeysWork() || !client.features.shows("passkeys")) return null;
  async function start() {
    setBusy(true); setProblem(null);
    try {
      const answer = await signInWithPasskey(client);
      if (answer) welcome(answer, "");
    } catch (thrown) { setProblem(thrown.status === 401 ? new Problem(401, "passkey_unknown") : thrown); }
    setBusy(false);
  }
  return html`<div class="or"><span>${t("sign_in.or")}</span></div>
    <${Button} kind="quiet" class="wide" busy=${busy} onClick=${start}><${Icon} name="key" />${t("sign_in.passkey")}</${Button}>
    ${problem && problem.kind !== "hidden" && html`<${Banner} tone="bad"><p>${problemSentence(t, problem)}</p></${Banner}>`}`;
}
