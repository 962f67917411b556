import { Icon } from "./elements.js";
import { html, useId, useRef, useState } from "./preact.js";
import { passwordLength, passwordStrength } from "./password-strength.js";

/** The sentence under a field: the server's code with its limits, or a sentence that the page made itself. */
export function fieldSentence(t, fault) {
  if (!fault) return null;
  if (typeof fault === "string") return fault;
  const key = t.has(`field.${fault.code}`) ? `field.${fault.code}` : "field.invalid";
  return t(key, { min: fault.min ?? passwordLength.min, max: fault.max ?? passwordLength.max });
}

/**
 * A label, an input and what is wrong with it. `form` is what `useForm` answers, `name` the member of the request.
 * Everything else goes to the input: `type`, `autocomplete`, `inputmode`, …
 */
export function Field({ t, form, name, label, hint, after, children, optional = false, ...rest }) {
  const id = useId(), fault = fieldSentence(t, form.faults[name]);
  const described = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(" ") || null;
  const input = { id, name, value: form.values[name] ?? "", "aria-invalid": fault ? "true" : null, "aria-describedby": described, required: !optional,
    onInput: (event) => form.set(name, event.currentTarget.value), ...rest };
  return html`<div class=${`field ${fault ? "wrong" : ""}`}>
    <label for=${id}>${label}${optional && html` <span class="optional">${t("field.optional")}</span>`}</label>
    <div class="field-box">${children ? children(input) : html`<input ...${input} />`}${after}</div>
    ${hint && html`<div class="hint" id=${`${id}-hint`}>${hint}</div>`}
    <p class="fault" id=${`${id}-fault`} aria-live="polite">${fault}</p>
  </div>`;
}

/** A password with an eye to see it. `meter` shows how it looks before the server judges it; `email` is what it may not be. */
export function PasswordField({ t, form, name, label, meter = false, email = "", autocomplete, ...rest }) {
  const [seen, show] = useState(false), input = useRef(null);
  const value = form.values[name] ?? "";
  const eye = html`<button type="button" class="eye" aria-pressed=${String(seen)} aria-label=${t("password.show")} title=${t(seen ? "password.hide" : "password.show")}
    onClick=${() => { show(!seen); input.current?.focus(); }}><${Icon} name=${seen ? "hidden" : "eye"} /></button>`;
  return html`<${Field} t=${t} form=${form} name=${name} label=${label} after=${eye} autocomplete=${autocomplete} ...${rest}
    hint=${meter && html`<${Meter} t=${t} ...${passwordStrength(value, email)} />`}>
    ${(given) => html`<input ...${given} ref=${input} type=${seen ? "text" : "password"} dir="ltr" autocapitalize="off" autocorrect="off" spellcheck=${false} />`}
  </${Field}>`;
}

function Meter({ t, score, hint, n }) {
  const words = score === 0 ? t("password.rule", passwordLength) : hint ? t(`password.${hint}`, { n }) : t(`password.score_${score}`);
  return html`<div class=${`meter score-${score}`}><span class="meter-bars" aria-hidden="true">${[1, 2, 3, 4].map((at) => html`<span key=${at} class=${at <= score ? "on" : ""}></span>`)}</span>
    <span class="meter-words" role="status">${words}</span></div>`;
}

/** Six digits: what the telephone offers fills them, spaces in a pasted code do not matter, the sixth sends the form. */
export function CodeField({ t, form, name = "code", label, onFull, autofocus = true }) {
  return html`<${Field} t=${t} form=${form} name=${name} label=${label}>
    ${(given) => html`<input ...${given} class="code" type="text" inputmode="numeric" autocomplete="one-time-code" dir="ltr" maxlength="12" autofocus=${autofocus} spellcheck=${false}
      ref=${(element) => { if (autofocus && element && !element.dataset.met) { element.dataset.met = ""; element.focus(); } }}
      onInput=${(event) => {
        const digits = western(event.currentTarget.value).replace(/\D/g, "").slice(0, 6);
        event.currentTarget.value = digits;
        form.set(name, digits);
        if (digits.length === 6) onFull?.(digits);
      }} />`}
  </${Field}>`;
}

/** Digits of the Arabic keyboards as the ones that a code is made of. */
export const western = (text) => text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** Whose password a form is about, for password managers; seen by nobody. */
export const AccountName = ({ email }) => html`<input class="visually-hidden" type="text" name="username" autocomplete="username" value=${email ?? ""} readonly tabindex="-1" aria-hidden="true" />`;
