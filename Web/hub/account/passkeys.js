import { Banner, Button, Dialog, Icon } from "../../kit/elements.js";
import { Field } from "../../kit/fields.js";
import { Form, FormProblem, ProblemWords, Submit, useForm } from "../../kit/form.js";
import { html, useState } from "../../kit/preact.js";
import { useHub } from "../context.js";
import { Loaded, useLoad } from "../load.js";
import { addPasskey, passkeysPath, passkeysWork } from "../passkeys.js";
import { Panel } from "./security.js";
import { deviceName } from "./sessions.js";

/** Keys that live in a device instead of a memory. Hidden where the server has none. */
export function Passkeys() {
  const { t, client } = useHub();
  const load = useLoad(() => client.request("GET", passkeysPath, { feature: "passkeys" }));
  if (!client.features.shows("passkeys") || load.problem?.kind === "absent") return null;
  return html`<${Panel} title=${t("passkeys.title")} lead=${t("passkeys.lead")}><${Loaded} load=${load} lines=${2}>${(value) => html`<${List} all=${value.data ?? value} load=${load} />`}</${Loaded}></${Panel}>`;
}

function List({ all, load }) {
  const { t, client, say } = useHub();
  const [busy, setBusy] = useState(false), [problem, setProblem] = useState(null), [renaming, rename] = useState(null), [removing, remove] = useState(null);
  async function add() {
    setBusy(true); setProblem(null);
    try {
      if (await addPasskey(client, deviceName(t, navigator.userAgent))) { say(t("passkeys.added")); await load.reload(); }
    } catch (thrown) { setProblem(thrown); }
    setBusy(false);
  }
  return html`${problem && html`<${Banner} tone="bad"><${ProblemWords} t=${t} problem=${problem} /></${Banner}>`}
    ${all.length > 0 && html`<ul role="list" class="list">${all.map((one) => html`<li key=${one.id} class="row"><${Icon} name="key" />
      <div class="row-words"><p class="row-title"><bdi>${one.name}</bdi></p><p class="quiet">${t("passkeys.made", { date: t.date(one.created_at) })}${one.last_used_at && ` · ${t("passkeys.used", { when: t.ago(one.last_used_at) })}`}</p></div>
      <${Button} kind="quiet small" aria-label=${t("passkeys.rename_one", { name: one.name })} onClick=${() => rename(one)}>${t("passkeys.rename")}</${Button}>
      <${Button} kind="quiet small" aria-label=${t("passkeys.remove_one", { name: one.name })} onClick=${() => remove(one)}>${t("passkeys.remove")}</${Button}></li>`)}</ul>`}
    ${passkeysWork() ? html`<${Button} kind="quiet" busy=${busy} onClick=${add}><${Icon} name="key" />${t("passkeys.add")}</${Button}>` : html`<p class="quiet">${t("passkeys.not_here")}</p>`}
    ${renaming && html`<${Rename} passkey=${renaming} load=${load} close=${() => rename(null)} />`}
    ${removing && html`<${Remove} passkey=${removing} load=${load} close=${() => remove(null)} />`}`;
}

function Rename({ passkey, load, close }) {
  const { t, client } = useHub();
  const form = useForm({
    start: { name: passkey.name }, check: ({ name }) => name.trim() ? {} : { name: { code: "required" } },
    send: ({ name }) => client.patch(`${passkeysPath}/${encodeURIComponent(passkey.id)}`, { name: name.trim() }), done: async () => { close(); await load.reload(); },
  });
  return html`<${Dialog} title=${t("passkeys.rename")} onClose=${close} labelClose=${t("action.cancel")}><${Form} form=${form}><${FormProblem} t=${t} form=${form} />
    <${Field} t=${t} form=${form} name="name" label=${t("passkeys.name")} autocomplete="off" maxlength="100" autofocus /><${Submit} t=${t} form=${form} class="wide">${t("action.save")}</${Submit}></${Form}></${Dialog}>`;
}

function Remove({ passkey, load, close }) {
  const { t, client, say } = useHub();
  const form = useForm({ send: () => client.delete(`${passkeysPath}/${encodeURIComponent(passkey.id)}`), done: async () => { close(); say(t("passkeys.removed")); await load.reload(); } });
  return html`<${Dialog} title=${t("passkeys.remove_title")} onClose=${close} labelClose=${t("action.cancel")}><p>${t.with("passkeys.remove_text", { name: html`<bdi class="strong">${passkey.name}</bdi>` })}</p>
    <${Form} form=${form}><${FormProblem} t=${t} form=${form} /><${Submit} t=${t} form=${form} kind="danger" class="wide">${t("passkeys.remove")}</${Submit}></${Form}></${Dialog}>`;
}
