import { Banner, Button, EmptyState, Loading } from "../kit/elements.js";
import { problemSentence } from "../kit/form.js";
import { html, useCallback, useEffect, useRef, useState } from "../kit/preact.js";
import { useHub } from "./context.js";

/**
 * What a screen reads: `{state: "loading" | "ready" | "failed", value, etag, problem, reload, set}`. A reload keeps what is shown until the
 * new is there; an answer that comes after another was asked for is dropped.
 */
export function useLoad(read, needs = []) {
  const [load, setLoad] = useState({ state: "loading", value: null, etag: null, problem: null });
  const turn = useRef(0);
  const reload = useCallback(async () => {
    const mine = ++turn.current;
    setLoad((before) => before.state === "failed" ? { ...before, state: "loading" } : before);
    try {
      const found = await read();
      const { data, etag } = found && "data" in found ? found : { data: found, etag: null };
      if (mine === turn.current) setLoad({ state: "ready", value: data, etag, problem: null });
    } catch (problem) {
      if (mine === turn.current) setLoad({ state: "failed", value: null, etag: null, problem });
    }
  }, needs);
  useEffect(() => { reload(); return () => { turn.current += 1; }; }, needs);
  return { ...load, reload, set: (value, etag = load.etag) => setLoad({ state: "ready", value, etag, problem: null }) };
}

/** Shows what was loaded, or that it is under way, not allowed, out of reach. `children` is a function of the value. */
export function Loaded({ load, lines, children }) {
  const { t } = useHub();
  if (load.state === "ready") return children(load.value);
  if (load.state === "loading") return html`<${Loading} t=${t} lines=${lines} />`;
  return html`<${Failed} problem=${load.problem} retry=${load.reload} />`;
}

/** A problem in the place of what could not be shown. */
export function Failed({ problem, retry }) {
  const { t } = useHub();
  if (problem.kind === "forbidden") return html`<${EmptyState} icon="shield" title=${t("problem.forbidden")} />`;
  // On its way to the sign-in page already.
  if (problem.kind === "unauthenticated") return html`<${Loading} t=${t} />`;
  if (problem.kind === "hidden" || problem.kind === "absent") return html`<${EmptyState} icon="cloud" title=${t(`problem.${problem.kind}`)} />`;
  return html`<${Banner} tone="warn" icon=${problem.kind === "offline" ? "cloud" : "warning"} action=${retry && html`<${Button} kind="quiet" onClick=${retry}>${t("action.retry")}</${Button}>`}>
    <p>${problemSentence(t, problem)}</p></${Banner}>`;
}
