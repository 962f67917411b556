import { Icon } from "../kit/elements.js";
import { html } from "../kit/preact.js";
import { useHub } from "./context.js";
import { Page } from "./frame.js";
import { Loaded } from "./load.js";
import { Notice } from "./auth/sign-in.js";

/** APP-01's place: home for a person, the door for a guest. */
export default function Home() {
  const { isIn } = useHub();
  return isIn ? html`<${Rooms} />` : html`<${Welcome} />`;
}

function Welcome() {
  const { t, notice } = useHub();
  return html`<${Page} title=${t("welcome.title")} lead=${t("welcome.lead")}><${Notice} notice=${notice} />
    <a class="press main wide" href="/sign-up">${t("welcome.create")}</a>
    <a class="press quiet wide" href="/sign-in">${t("sign_in.action")}</a>
    <p class="switch"><a href="/reading/">${t("welcome.read")}</a></p></${Page}>`;
}

function Rooms() {
  const { t, me } = useHub();
  return html`<${Page} kind="wide home" title=${t("home.title")}>
    <${Loaded} load=${me}>${(person) => html`<ul role="list" class="tiles">
      <${Tile} href=${t.language === "ar" ? "/reading/ar/" : "/reading/"} icon="book" title=${t("home.reading")} text=${t("home.reading_text")} />
      <${Tile} href="/account/security" icon="shield" title=${t("nav.security")} text=${t(person.mfa_enabled ? "home.security_on" : "home.security_off")} />
      <${Tile} href="/account/settings" icon="sliders" title=${t("nav.settings")} text=${t("home.settings_text")} />
      <${Tile} href="/account/privacy" icon="person" title=${t("nav.privacy")} text=${t("home.privacy_text")} /></ul>`}</${Loaded}></${Page}>`;
}

const Tile = ({ href, icon, title, text }) => html`<li><a class="tile" href=${href}><${Icon} name=${icon} /><span><strong>${title}</strong><span class="quiet">${text}</span></span></a></li>`;
