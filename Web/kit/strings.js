import { html } from "./preact.js";

/**
 * The sentences of one language. `t("field.too_short", { min: 12 })` puts values in as text; `t.with` puts elements in and answers a
 * list for a template. A key with plural forms takes its form from `n`.
 */
export function createStrings(table, language) {
  const plural = new Intl.PluralRules(language), number = new Intl.NumberFormat(language);
  // The library writes British English.
  const dates = language === "en" ? "en-GB" : language;

  function find(key) {
    let found = table;
    for (const part of key.split(".")) found = found?.[part];
    return found;
  }
  function pattern(key, values) {
    const found = find(key);
    if (found && typeof found === "object" && "other" in found) return found[plural.select(values.n ?? 0)] ?? found.other;
    return typeof found === "string" ? found : key;
  }
  const shown = (value) => typeof value === "number" ? number.format(value) : value;

  const t = (key, values = {}) => pattern(key, values).replace(/\{(\w+)\}/g, (whole, name) => name in values ? String(shown(values[name])) : whole);
  t.has = (key) => find(key) !== undefined;
  t.with = (key, values) => pattern(key, values).split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name && name in values ? shown(values[name]) : part;
  });
  t.language = language;
  t.date = (instant) => new Intl.DateTimeFormat(dates, { dateStyle: "long" }).format(new Date(instant));
  t.time = (instant) => new Intl.DateTimeFormat(dates, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
  /** "3 hours ago", in the largest unit that fits. */
  t.ago = (instant, now = Date.now()) => {
    const seconds = (new Date(instant) - now) / 1000;
    const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    for (const [unit, size] of [["day", 86_400], ["hour", 3_600], ["minute", 60]]) {
      if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
    }
    return t("time.now");
  };
  /** Minutes and seconds of a countdown, "4:59". */
  t.clock = (seconds) => `${number.format(Math.floor(seconds / 60))}:${new Intl.NumberFormat(language, { minimumIntegerDigits: 2 }).format(seconds % 60)}`;
  return t;
}

/** Loads the table of a language; the browser keeps it as long as the tree's hash stands. */
export async function loadStrings(language) {
  const answer = await fetch(new URL(`../strings/hub.${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`strings of ${language}: ${answer.status}`);
  return createStrings(await answer.json(), language);
}

/** A text that runs left to right whatever surrounds it: addresses, codes, keys. */
export const Ltr = ({ children, class: name }) => html`<bdi dir="ltr" class=${name}>${children}</bdi>`;
