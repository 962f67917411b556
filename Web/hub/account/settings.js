import { Banner } from "../../kit/elements.js";
import { Field } from "../../kit/fields.js";
import { Conflict, Form, FormProblem, Submit, useForm } from "../../kit/form.js";
import { keep } from "../../kit/kept.js";
import { html } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Page } from "../frame.js";
import { Loaded, useLoad } from "../load.js";
import { Panel } from "./security.js";

/** SET-01: language, time zone, appearance, letters; and the name that others see. */
export default function Settings() {
  const { t, client } = useHub();
  const { me } = useHub();
  const settings = useLoad(() => client.get("/v1/users/me/settings")), profile = useLoad(() => client.get("/v1/users/me/profile"));
  return html`<${Page} kind="wide" title=${t("settings.title")}>
    <${Panel} title=${t("settings.profile")}><${Loaded} load=${profile}>${(value) => html`<${Profile} key=${profile.etag} value=${value} load=${profile} />`}</${Loaded}></${Panel}>
    <${Panel} title=${t("field.email")} lead=${t("settings.email_change")}><${Loaded} load=${me}>${(person) => html`<${Email} person=${person} />`}</${Loaded}></${Panel}>
    <${Panel} title=${t("settings.preferences")} lead=${t("settings.preferences_text")}><${Loaded} load=${settings}>${(value) => html`<${Preferences} key=${settings.etag} value=${value} load=${settings} />`}</${Loaded}></${Panel}>
  </${Page}>`;
}

/** A form over one resource: sends what changed, with the version that was read. */
function useResource(path, load, start, changes, saved) {
  const { client } = useHub();
  const form = useForm({ start, send: (values) => client.patch(path, changes(values), { ifMatch: load.etag }), done: ({ data, etag }) => { load.set(data, etag); saved(data); } });
  async function reapply() {
    const mine = form.values;
    const { etag } = await client.get(path);
    try {
      const answer = await client.patch(path, changes(mine), { ifMatch: etag });
      load.set(answer.data, answer.etag);
      saved(answer.data);
    } catch (problem) { form.setProblem(problem); }
  }
  return { form, conflict: form.problem?.kind === "conflict" && { onReload: load.reload, onReapply: () => reapply().catch(form.setProblem) } };
}

function Profile({ value, load }) {
  const { t, say } = useHub();
  const { form, conflict } = useResource("/v1/users/me/profile", load, { display_name: value.display_name ?? "" }, (values) => values, () => say(t("settings.saved")));
  return html`<${Form} form=${form} class="narrow">${conflict && html`<${Conflict} t=${t} ...${conflict} />`}<${FormProblem} t=${t} form=${form} />
    <${Field} t=${t} form=${form} name="display_name" label=${t("field.display_name")} autocomplete="name" maxlength="100" />
    <div class="actions"><${Submit} t=${t} form=${form} kind="quiet">${t("action.save")}</${Submit}></div></${Form}>`;
}

/** A new address takes the place of the old one once its letter was answered; until then both are told. */
function Email({ person }) {
  const { t, client, me } = useHub();
  const form = useForm({
    start: { email: "" }, check: ({ email }) => email.trim() ? {} : { email: { code: "required" } },
    send: ({ email }) => client.patch("/v1/users/me", { email: email.trim() }), done: () => { form.reset(); return me.reload(); },
  });
  return html`<p class="row-title"><bdi>${person.email}</bdi></p>
    ${person.pending_email && html`<${Banner} live=${false}><p>${t.with("settings.email_pending", { email: html`<bdi class="strong">${person.pending_email}</bdi>` })}</p></${Banner}>`}
    <${Form} form=${form} class="narrow"><${FormProblem} t=${t} form=${form} />
      <${Field} t=${t} form=${form} name="email" label=${t("settings.email_new")} type="email" inputmode="email" autocomplete="email" autocapitalize="off" dir="ltr" spellcheck=${false} />
      <div class="actions"><${Submit} t=${t} form=${form} kind="quiet">${t("settings.email_send")}</${Submit}></div></${Form}>`;
}

function Preferences({ value, load }) {
  const { t, say, setLanguage } = useHub();
  const start = { locale: value.locale, timezone: value.timezone, theme: value.theme, email: value.notifications?.email !== false };
  function changes(values) {
    const changed = {};
    for (const name of ["locale", "timezone", "theme"]) if (values[name] !== start[name]) changed[name] = values[name];
    if (values.email !== start.email) changed.notifications = { email: values.email };
    return changed;
  }
  function saved(now) {
    // What the account prefers is shown on this device at once.
    const root = document.documentElement;
    if (now.theme === "system") delete root.dataset.scheme; else root.dataset.scheme = now.theme;
    keep({ scheme: root.dataset.scheme ?? null });
    say(t("settings.saved"));
    const language = now.locale.slice(0, 2) === "ar" ? "ar" : "en";
    if (language !== t.language) setLanguage(language);
  }
  const { form, conflict } = useResource("/v1/users/me/settings", load, start, changes, saved);
  const languages = [["en-US", "English"], ["ar", "العربية"]];
  if (!languages.some(([locale]) => locale === value.locale)) languages.push([value.locale, value.locale]);
  return html`<${Form} form=${form} class="narrow">${conflict && html`<${Conflict} t=${t} ...${conflict} />`}<${FormProblem} t=${t} form=${form} />
    <${Field} t=${t} form=${form} name="locale" label=${t("settings.language")}>${(given) => html`<${Select} given=${given} all=${languages} />`}</${Field}>
    <${Field} t=${t} form=${form} name="timezone" label=${t("settings.timezone")}>${(given) => html`<${Select} given=${given} all=${zones(value.timezone)} />`}</${Field}>
    <fieldset class="choice"><legend>${t("settings.theme")}</legend>${["system", "light", "dark"].map((theme) => html`<label key=${theme} class="pill">
      <input type="radio" name="theme" value=${theme} checked=${form.values.theme === theme} onChange=${() => form.set("theme", theme)} /><span>${t(`settings.theme_${theme}`)}</span></label>`)}</fieldset>
    <label class="check"><input type="checkbox" name="email" checked=${form.values.email} onChange=${(event) => form.set("email", event.currentTarget.checked)} /><span>${t("settings.email")}<small class="quiet">${t("settings.email_text")}</small></span></label>
    <div class="actions"><${Submit} t=${t} form=${form}>${t("action.save")}</${Submit}></div></${Form}>`;
}

const Select = ({ given: { onInput, value, ...given }, all }) => html`<select ...${given} onChange=${onInput}>${all.map(([one, words]) => html`<option key=${one} value=${one} selected=${one === value}>${words}</option>`)}</select>`;

function zones(current) {
  const all = new Set(["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? []), current]);
  return [...all].sort().map((zone) => [zone, zone.replaceAll("_", " ")]);
}
