import { Banner, Button, useCountdown } from "./elements.js";
import { createAttempt } from "./client.js";
import { html, useRef, useState } from "./preact.js";

/**
 * A form's values, its way to the server and what came back.
 *
 * `send(values, key)` makes the request; `done` gets its answer. Faults of fields land in `faults`, and the first wrong field gets the
 * focus; a 429 starts `wait`; everything else is `problem`, for `FormProblem`. `own(problem)` may answer faults of its own for a refusal
 * that belongs to a field. `check(values)` may find faults before anything is sent.
 */
export function useForm({ start = {}, send, done, check, own }) {
  const [values, setValues] = useState(start), [faults, setFaults] = useState({}), [problem, setProblem] = useState(null), [busy, setBusy] = useState(false);
  const [wait, startWait] = useCountdown(), attempt = useRef(null), form = useRef(null), live = useRef({ values, busy: false, wait: 0 });
  attempt.current ??= createAttempt();
  live.current.wait = wait;

  function set(name, value) {
    live.current.values = { ...live.current.values, [name]: value };
    setValues(live.current.values);
    if (faults[name]) setFaults(({ [name]: _, ...others }) => others);
  }
  function fail(found) {
    setFaults(found);
    // After the sentence is on the page, so that it is read with the field.
    requestAnimationFrame(() => form.current?.querySelector("[aria-invalid=true]")?.focus());
  }
  async function submit(event) {
    event?.preventDefault();
    if (live.current.busy || live.current.wait > 0) return;
    const now = live.current.values, found = check?.(now) ?? {};
    if (Object.keys(found).length > 0) { setProblem(null); fail(found); return; }
    live.current.busy = true;
    setBusy(true); setProblem(null); setFaults({});
    try {
      const answer = await send(now, attempt.current.key(now));
      attempt.current.settle();
      live.current.busy = false;
      setBusy(false);
      await done?.(answer, now);
    } catch (thrown) {
      live.current.busy = false;
      setBusy(false);
      if (typeof thrown?.kind !== "string") throw thrown;
      attempt.current.settle(thrown);
      const faults = own?.(thrown) ?? thrown.fields;
      if (thrown.kind === "wait") startWait(thrown.retryAfter);
      // A fault of a field that this form does not show is said above it.
      const shown = Object.fromEntries(Object.entries(faults).filter(([name]) => form.current?.elements.namedItem(name)));
      if (Object.keys(shown).length > 0) fail(shown); else setProblem(thrown);
    }
  }
  return { values, faults, problem, busy, wait, set, submit, setProblem, fail, ref: form, reset: (next = start) => { live.current.values = next; setValues(next); setFaults({}); setProblem(null); } };
}

/** A real form: Enter sends it, a password manager understands it, and without script nothing of it lands in an address. */
export const Form = ({ form, children, action = "", ...rest }) => html`<form ...${rest} ref=${form.ref} method="post" action=${action} novalidate onSubmit=${form.submit}>${children}</form>`;

export const Submit = ({ t, form, children, ...rest }) => html`<${Button} t=${t} ...${rest} type="submit" busy=${form.busy} wait=${form.wait}>${children}</${Button}>`;

/** What is said of a problem that belongs to no field. */
export function problemSentence(t, problem) {
  const of = (key) => t.has(`problem.${key}`) ? t(`problem.${key}`, { id: problem.requestID ?? "—" }) : null;
  return of(problem.reason && `${problem.code}_${problem.reason}`) ?? of(problem.code) ?? of(problem.kind) ?? t("problem.refused", { id: problem.requestID ?? "—" });
}

/** The sentence, and the way on where there is one: a session that is too old for this begins anew and comes back here. */
export const ProblemWords = ({ t, problem }) => html`<p>${problemSentence(t, problem)}${problem.code === "step_up_required"
  && html` <a href=${`/sign-in?again=1&next=${encodeURIComponent(location.pathname)}`}>${t("sign_in.again")}</a>`}</p>`;

export const FormProblem = ({ t, form }) => form.problem && form.problem.kind !== "conflict" && html`<${Banner} tone=${["offline", "unavailable", "wait"].includes(form.problem.kind) ? "warn" : "bad"}>
  <${ProblemWords} t=${t} problem=${form.problem} /></${Banner}>`;

/** The server's version moved on while this form was open: take what is there, or put these changes on top of it. */
export const Conflict = ({ t, onReload, onReapply, busy }) => html`<${Banner} tone="warn" title=${t("conflict.title")}
  action=${html`<${Button} kind="quiet" onClick=${onReload}>${t("conflict.reload")}</${Button}><${Button} kind="quiet" busy=${busy} onClick=${onReapply}>${t("conflict.reapply")}</${Button}>`}>
  <p>${t("conflict.text")}</p></${Banner}>`;
