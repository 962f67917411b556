import { Banner, Button, Icon, useCountdown } from "../../kit/elements.js";
import { CodeField, Field } from "../../kit/fields.js";
import { Form, FormProblem, Submit, problemSentence, useForm } from "../../kit/form.js";
import { html, useEffect, useState } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { meetWithPasskey, passkeysWork } from "../passkeys.js";
import { challenge } from "./challenge.js";
import { replaceSession } from "./sign-in.js";

/** AUTH-02: the second half of a sign-in, with a quiet countdown. When it is over, back to the password with a sentence. */
export default function TwoFactor() {
  const { t, go, next, client, session, setNotice, isIn } = useHub();
  const [open] = useState(challenge.current), [left] = useCountdown(open ? (open.until - Date.now()) / 1000 : 0);
  const [way, setWay] = useState(open?.methods.includes("totp") || !open ? "code" : "recovery_code");
  const back = isIn ? next : `/sign-in${next === "/" ? "" : `?next=${encodeURIComponent(next)}`}`;

  function over() {
    challenge.end();
    setNotice({ key: "challenge_expired", tone: "warn" });
    go(back, { replace: true });
  }
  useEffect(() => { if (left === 0 && (isIn || !session.current)) over(); }, [left === 0]);
  async function welcome(answer) {
    challenge.end();
    await replaceSession({ client, session, isIn }, answer);
    go(next, { replace: true });
  }
  if (!open) return null;
  const isCode = way === "code";
  return html`<${Page} title=${t("two_factor.title")} lead=${t(isCode ? "two_factor.lead_code" : "two_factor.lead_recovery")}>
    <${Proof} key=${way} way=${way} open=${open} welcome=${welcome} over=${over} />
    ${open.methods.includes("passkey") && passkeysWork() && html`<${Passkey} open=${open} welcome=${welcome} />`}
    <p class="switch"><button type="button" class="plain" onClick=${() => setWay(isCode ? "recovery_code" : "code")}>${t(isCode ? "two_factor.use_recovery" : "two_factor.use_code")}</button></p>
    <p class="switch quiet"><a href=${back}>${t("two_factor.back")}</a></p>
    <p class="countdown quiet" role="timer" aria-live="off">${t("two_factor.left", { time: t.clock(left) })}</p>
    <p class="visually-hidden" role="status">${left === 60 ? t("two_factor.last_minute") : ""}</p>
  </${Page}>`;
}

function Proof({ way, open, welcome, over }) {
  const { t, client } = useHub();
  const form = useForm({
    start: { [way]: "" },
    check: (values) => way === "code" && !/^\d{6}$/.test(values.code) ? { code: { code: "code_digits" } } : !values[way].trim() ? { [way]: { code: "required" } } : {},
    send: (values) => client.post("/v1/auth/mfa/verify", { mfa_token: open.token, [way]: values[way].trim().toLowerCase() }, { anonymous: true }),
    own: (problem) => {
      if (problem.code === "mfa_token_invalid") { over(); return {}; }
      if (problem.code === "invalid_mfa_code") { if (way === "code") form.set("code", ""); return { [way]: { code: way === "code" ? "code_wrong" : "recovery_wrong" } }; }
      return problem.fields;
    },
    done: ({ data }) => welcome(data),
  });
  return html`<${Form} form=${form} action="/two-factor"><${FormProblem} t=${t} form=${form} />
    ${way === "code" ? html`<${CodeField} t=${t} form=${form} label=${t("two_factor.code")} onFull=${() => form.submit()} />`
      : html`<${Field} t=${t} form=${form} name="recovery_code" label=${t("two_factor.recovery_code")} hint=${t("two_factor.recovery_hint")} autocomplete="off" autocapitalize="off" spellcheck=${false} dir="ltr" class="mono" placeholder="xxxx-xxxx-xxxx" />`}
    <${Submit} t=${t} form=${form} class="wide">${t("two_factor.action")}</${Submit}></${Form}>`;
}

function Passkey({ open, welcome }) {
  const { t, client } = useHub();
  const [busy, setBusy] = useState(false), [problem, setProblem] = useState(null);
  async function meet() {
    setBusy(true); setProblem(null);
    try { const answer = await meetWithPasskey(client, open); if (answer) welcome(answer); } catch (thrown) { setProblem(thrown); }
    setBusy(false);
  }
  return html`<div class="or"><span>${t("sign_in.or")}</span></div>
    <${Button} kind="quiet" class="wide" busy=${busy} onClick=${meet}><${Icon} name="key" />${t("two_factor.passkey")}</${Button}>
    ${problem && html`<${Banner} tone="bad"><p>${problemSentence(t, problem)}</p></${Banner}>`}`;
}
