// The account's pages: one small program for all of them. It reads its strings, then draws what the address asks for.
import { createClient } from "../kit/client.js";
import { keep, kept } from "../kit/kept.js";
import { html, render } from "../kit/preact.js";
import { createSession } from "../kit/session.js";
import { loadStrings } from "../kit/strings.js";
import { App } from "./app.js";

const root = document.documentElement, place = document.getElementById("hub");
const session = createSession(), client = createClient({ session });

async function draw(language) {
  const t = await loadStrings(language);
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";
  render(html`<${App} t=${t} session=${session} client=${client} setLanguage=${(next) => { keep({ language: next }); return draw(next); }} />`, place);
}

draw(kept().language ?? root.lang);
