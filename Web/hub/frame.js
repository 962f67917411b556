import { Banner, Button, Icon } from "../kit/elements.js";
import { keep } from "../kit/kept.js";
import { html, useEffect, useId, useRef, useState } from "../kit/preact.js";
import { useHub } from "./context.js";

/** A screen's heading, and its words in the window's title. `kind`: "card" for one thing to do, "wide" for an account's pages. */
export function Page({ title, lead, children, kind = "card", heading }) {
  const { t } = useHub();
  useEffect(() => { document.title = `${title} · ${t("site.name")}`; }, [title, t]);
  return html`<div class=${`screen ${kind}`}>
    <h1 tabindex="-1">${heading ?? title}</h1>${lead && html`<p class="lead">${lead}</p>`}${children}</div>`;
}

const Wordmark = () => {
  const { t } = useHub();
  return html`<a class="wordmark" href="/"><span class="lamp" aria-hidden="true"></span>${t("site.name")}</a>`;
};

/** Around sign-in and its neighbours: the name, the card, and quiet tools below. */
export function BareFrame({ children }) {
  const { t } = useHub();
  return html`<div class="bare"><a class="skip" href="#main">${t("nav.skip")}</a>
    <header class="bare-head"><${Wordmark} /></header>
    <main id="main" tabindex="-1">${children}</main>
    <footer class="bare-foot"><a href="/reading/">${t("nav.reading")}</a><${Tools} /></footer></div>`;
}

/** Around an account's pages: where one is, whose account it is, and what still wants doing. */
export function AccountFrame({ children }) {
  const { t, path, me } = useHub();
  const isAccount = path.startsWith("/account");
  return html`<div class="house"><a class="skip" href="#main">${t("nav.skip")}</a>
    <header class="bar"><${Wordmark} />
      <nav aria-label=${t("nav.main")}><ul>
        <li><a href="/" aria-current=${path === "/" ? "page" : null}>${t("nav.home")}</a></li>
        <li><a href="/account/security" aria-current=${isAccount ? "page" : null}>${t("nav.account")}</a></li>
      </ul></nav>
      <div class="tools"><${Tools} /><${AccountMenu} /></div></header>
    ${me.value?.email_verified === false && html`<${VerifyBanner} />`}
    <div class=${isAccount ? "rooms" : ""}>${isAccount && html`<${Rooms} />`}<main id="main" tabindex="-1">${children}</main></div>
  </div>`;
}

function Rooms() {
  const { t, path } = useHub();
  const all = [["/account/security", "security", "shield"], ["/account/settings", "settings", "sliders"], ["/account/privacy", "privacy", "person"]];
  const isHere = (to) => path.startsWith(to) || to.endsWith("security") && path === "/account" || to.endsWith("privacy") && path === "/account/delete";
  return html`<nav class="rooms-nav" aria-label=${t("nav.account")}><ul role="list">${all.map(([to, key, icon]) => html`<li key=${to}>
    <a href=${to} aria-current=${isHere(to) ? "page" : null}><${Icon} name=${icon} />${t(`nav.${key}`)}</a></li>`)}</ul></nav>`;
}

/** Stays until the address is verified, on every page. */
function VerifyBanner() {
  const { t, me, client, say } = useHub();
  const [busy, setBusy] = useState(false);
  async function resend() {
    setBusy(true);
    try {
      await client.post("/v1/auth/email/verify/resend", { email: me.value.email }, { anonymous: true });
      say(t("verify.sent_again"));
    } catch (problem) { say(problem.kind === "wait" ? t("verify.wait", { n: Math.ceil(problem.retryAfter / 60) }) : t("verify.not_sent")); }
    setBusy(false);
  }
  return html`<aside class="strip" aria-label=${t("verify.banner")}><${Banner} live=${false} title=${t("verify.banner")} action=${html`<${Button} kind="quiet" busy=${busy} onClick=${resend}>${t("verify.resend")}</${Button}>`}>
    <p>${t.with("verify.banner_text", { email: html`<bdi>${me.value.email}</bdi>` })}</p></${Banner}></aside>`;
}

function Tools() {
  const { t, setLanguage } = useHub();
  const other = t.language === "ar" ? "en" : "ar", root = document.documentElement;
  function turn() {
    const system = matchMedia("(prefers-color-scheme: dark)").matches;
    const scheme = (root.dataset.scheme ? root.dataset.scheme === "dark" : system) ? "light" : "dark";
    // Back to what the system says is no choice of its own, so that it follows the system again.
    if ((scheme === "dark") === system) delete root.dataset.scheme; else root.dataset.scheme = scheme;
    keep({ scheme: root.dataset.scheme ?? null });
  }
  return html`<div class="switches"><button type="button" class="language" lang=${other} onClick=${() => setLanguage(other)}>${t("nav.language")}</button>
    <button type="button" class="appearance" aria-label=${t("nav.appearance")} title=${t("nav.appearance")} onClick=${turn}><span aria-hidden="true"></span></button></div>`;
}

/** Who is signed in, and the way out. A disclosure: a button that opens a list of links. */
function AccountMenu() {
  const { t, me, client, session, go, setNotice, path } = useHub();
  const [open, setOpen] = useState(false), [busy, setBusy] = useState(false), box = useRef(null), id = useId();
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!open) return undefined;
    const away = (event) => { if (!box.current?.contains(event.target)) setOpen(false); };
    const escape = (event) => { if (event.key === "Escape") { setOpen(false); box.current?.querySelector("button")?.focus(); } };
    document.addEventListener("pointerdown", away);
    document.addEventListener("keydown", escape);
    return () => { document.removeEventListener("pointerdown", away); document.removeEventListener("keydown", escape); };
  }, [open]);

  async function signOut() {
    setBusy(true);
    try {
      await client.post("/v1/auth/logout", {});
    } catch (problem) {
      // Without the server's word, this browser still forgets; the session ends by itself, or from another device.
      if (problem.kind !== "unauthenticated") setNotice({ key: "signed_out_here", tone: "warn" });
      session.end();
      return go("/sign-in", { replace: true, force: true });
    }
    session.end();
    setNotice({ key: "logout", tone: "good" });
    go("/sign-in", { replace: true, force: true });
  }
  const email = me.value?.email ?? "";
  return html`<div class="menu" ref=${box}>
    <button type="button" class="menu-open" aria-expanded=${String(open)} aria-controls=${id} aria-label=${t("nav.account_menu")} onClick=${() => setOpen(!open)}><span aria-hidden="true">${(email[0] ?? "·").toUpperCase()}</span></button>
    <div class="menu-list" id=${id} hidden=${!open}>
      ${email && html`<p class="menu-who"><span class="quiet">${t("nav.signed_in_as")}</span><bdi>${email}</bdi></p>`}
      <ul role="list">
        <li><a href="/account/security"><${Icon} name="shield" />${t("nav.security")}</a></li>
        <li><a href="/account/settings"><${Icon} name="sliders" />${t("nav.settings")}</a></li>
        <li><a href="/account/privacy"><${Icon} name="person" />${t("nav.privacy")}</a></li>
        <li><button type="button" aria-disabled=${busy ? "true" : null} onClick=${signOut}><${Icon} name="door" />${t("nav.sign_out")}</button></li>
      </ul></div></div>`;
}
