import { Banner, Button, Icon } from "../../kit/elements.js";
import { problemSentence } from "../../kit/form.js";
import { html, useState } from "../../kit/preact.js";
import { Ltr } from "../../kit/strings.js";
import { useHub } from "../context.js";
import { Loaded, useLoad } from "../load.js";

/** Where the account is signed in. The session of this browser is marked, and ends by signing out, not from this list. */
export function Sessions() {
  const { t, client, say } = useHub();
  const load = useLoad(() => client.all("/v1/users/me/sessions"));
  const [busy, setBusy] = useState(null), [problem, setProblem] = useState(null);

  async function end(sessions, words) {
    setBusy(sessions.length === 1 ? sessions[0].id : "all"); setProblem(null);
    try {
      for (const one of sessions) {
        // Gone already is what was wanted.
        await client.delete(`/v1/users/me/sessions/${encodeURIComponent(one.id)}`).catch((refusal) => { if (refusal.code !== "session_not_found") throw refusal; });
      }
      say(words);
    } catch (thrown) { setProblem(thrown); }
    await load.reload();
    setBusy(null);
  }
  return html`<${Loaded} load=${load}>${(all) => {
    const others = all.filter((one) => !one.current), sorted = [...all].sort((a, b) => Number(b.current) - Number(a.current));
    return html`${problem && html`<${Banner} tone="bad"><p>${problemSentence(t, problem)}</p></${Banner}>`}
      <ul role="list" class="list">${sorted.map((one) => html`<li key=${one.id} class="row"><${Icon} name="device" />
        <div class="row-words"><p class="row-title">${deviceName(t, one.user_agent)}${one.current && html`<span class="badge">${t("sessions.this_device")}</span>`}</p>
          <p class="quiet">${one.current ? t("sessions.now") : t("sessions.seen", { when: t.ago(one.last_seen_at) })}${one.ip_address && html` · <${Ltr}>${one.ip_address}</${Ltr}>`} · ${t("sessions.since", { date: t.date(one.created_at) })}</p></div>
        ${!one.current && html`<${Button} kind="quiet small" busy=${busy === one.id} aria-label=${t("sessions.end_one", { device: deviceName(t, one.user_agent) })} onClick=${() => busy || end([one], t("sessions.ended"))}>${t("sessions.end")}</${Button}>`}</li>`)}</ul>
      ${others.length > 0 ? html`<${Button} kind="quiet" busy=${busy === "all"} onClick=${() => busy || end(others, t("sessions.ended_all", { n: others.length }))}>${t("sessions.end_others")}</${Button}>`
        : html`<p class="quiet">${t("sessions.only_here")}</p>`}`;
  }}</${Loaded}>`;
}

const systems = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"], [/Mac OS X|Macintosh/, "macOS"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"]];
const programs = [[/Edg\//, "Edge"], [/OPR\//, "Opera"], [/Firefox\/|FxiOS/, "Firefox"], [/HeadlessChrome|Chrome\/|CriOS/, "Chrome"], [/Safari\//, "Safari"]];

/** "Firefox on Windows", as far as the line that browsers send tells. */
export function deviceName(t, agent) {
  const program = programs.find(([mark]) => mark.test(agent ?? ""))?.[1], system = systems.find(([mark]) => mark.test(agent ?? ""))?.[1];
  if (program && system) return t("sessions.device", { program, system });
  return program ?? system ?? t("sessions.unknown");
}
