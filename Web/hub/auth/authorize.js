import { Banner, Button } from "../../kit/elements.js";
import { problemSentence } from "../../kit/form.js";
import { html, useRef, useState } from "../../kit/preact.js";
import { createAttempt } from "../../kit/client.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";

const wanted = ["client_id", "redirect_uri", "code_challenge"];

/**
 * Hosted sign-in: an app asks who is here, and the person says yes. Hub spec §7.3.
 *
 * Nothing leads to `redirect_uri` before the server has matched it against what the app registered: the way back is the server's own
 * `redirect_to`. A bad app or address is told here, and nobody is sent anywhere.
 */
export default function Authorize() {
  const { t, client, me, query, session, go, path } = useHub();
  const attempt = useRef(null);
  attempt.current ??= createAttempt();
  const [busy, setBusy] = useState(false), [problem, setProblem] = useState(null);
  const isWhole = wanted.every((name) => query.get(name)) && query.get("response_type") === "code" && query.get("code_challenge_method") === "S256";
  const name = (query.get("client_id") ?? "").replace(/^app_/, "");

  async function agree() {
    setBusy(true); setProblem(null);
    const body = { application_id: query.get("client_id"), redirect_uri: query.get("redirect_uri"), code_challenge: query.get("code_challenge"), code_challenge_method: "S256" };
    if (query.has("state")) body.state = query.get("state");
    try {
      const { data } = await client.post("/v1/auth/oauth/authorization-codes", body, { key: attempt.current.key(body), feature: "hosted_sign_in" });
      attempt.current.settle();
      location.assign(safe(data.redirect_to));
    } catch (thrown) {
      attempt.current.settle(thrown);
      setProblem(thrown);
      setBusy(false);
    }
  }
  async function other() {
    await client.post("/v1/auth/logout", {}).catch(() => {});
    const here = path + location.search;
    session.end();
    go(`/sign-in?next=${encodeURIComponent(here)}`, { replace: true, force: true });
  }
  if (!isWhole) return html`<${Page} title=${t("authorize.bad")}><${Banner} tone="bad"><p>${t("authorize.bad_text")}</p></${Banner}></${Page}>`;
  return html`<${Page} title=${t("authorize.title", { app: name })} lead=${t("authorize.lead")}>
    ${problem && html`<${Banner} tone="bad"><p>${problemSentence(t, problem)}</p></${Banner}>`}
    ${me.value && html`<div class="who"><span class="who-letter" aria-hidden="true">${me.value.email[0].toUpperCase()}</span><bdi>${me.value.email}</bdi></div>`}
    <${Button} class="wide" busy=${busy} onClick=${agree}>${t("authorize.action", { app: name })}</${Button}>
    <${Button} kind="quiet" class="wide" onClick=${other}>${t("authorize.other_account")}</${Button}>
    <p class="switch quiet"><a href="/">${t("authorize.cancel")}</a></p></${Page}>`;
}

/** An app's own scheme is fine; what would run in this page is not. */
function safe(address) {
  const { protocol } = new URL(address);
  if (["javascript:", "data:", "blob:", "vbscript:", "file:"].includes(protocol)) throw new Error(`an address of ${protocol}`);
  return address;
}
