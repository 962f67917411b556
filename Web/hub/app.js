import { Banner, Toasts } from "../kit/elements.js";
import { html, useEffect, useRef, useState } from "../kit/preact.js";
import { innerPath } from "../kit/client.js";
import { Hub } from "./context.js";
import { AccountFrame, BareFrame } from "./frame.js";
import { Failed } from "./load.js";
import { useRouter } from "./router.js";
import { routeOf } from "./routes.js";

/** The frame around every screen: who is here, where they are, what the network says, what just happened. */
export function App({ t, session, client, setLanguage }) {
  const router = useRouter(), { path, search, go, query } = router;
  const [isIn, setIn] = useState(Boolean(session.current)), [notice, setNotice] = useState(null), [toasts, setToasts] = useState([]);
  const me = usePerson(client, session, isIn), trouble = useTrouble(client);
  const here = useRef(null);
  here.current = { path, search, go, query };

  useEffect(() => session.listen((event) => {
    setIn(Boolean(session.current));
    const route = routeOf(here.current.path);
    if (event.type !== "signed-out") return;
    if (event.reason) setNotice({ key: event.reason, tone: "warn" });
    if (route?.for !== "person") return;
    here.current.go(event.reason ? `/sign-in?next=${encodeURIComponent(here.current.path + here.current.search)}` : "/sign-in", { replace: true, force: true });
  }), []);
  useRenewal(session, isIn);

  const route = routeOf(path);
  // Somebody who is in proves once more who they are, for what must not be done from a session that was left open.
  const isAgain = query.has("again");
  const next = innerPath(query.get("next") ?? "/");
  useEffect(() => {
    // Two more answers would be empty pages: a person has no use for the sign-in form, and a guest none for an account.
    if (route?.for === "guest" && isIn && !isAgain) go(next, { replace: true });
    if (route?.for === "person" && !isIn && !session.current) go(`/sign-in?next=${encodeURIComponent(path + search)}`, { replace: true });
  }, [path, search, isIn]);

  const say = (text, undo) => setToasts((all) => [...all.slice(-2), { id: crypto.randomUUID(), text, undo }]);
  const hub = { t, client, session, isIn, me, say, notice, setNotice, setLanguage, path, query, go, next, leave: router.leave };
  const isHidden = route?.for === "guest" && isIn && !isAgain || route?.for === "person" && !isIn;
  const isHouse = isIn && (path === "/" || !route || route.for === "person" && path !== "/authorize");
  const Frame = isHouse ? AccountFrame : BareFrame;
  return html`<${Hub.Provider} value=${hub}>
    <${Frame}>
      ${trouble && html`<${Banner} tone="warn" icon="cloud"><p>${t(`trouble.${trouble}`)}</p></${Banner}>`}
      ${!isHidden && html`<${Screen} key=${path} path=${path} route=${route} />`}
    </${Frame}>
    <${Toasts} t=${t} toasts=${toasts} dismiss=${(id) => setToasts((all) => all.filter((one) => one.id !== id))} />
  </${Hub.Provider}>`;
}

let isFirst = true;

/** Loads a screen's module and draws it; the heading takes the focus, so that a screen reader hears where it is now. */
function Screen({ path, route }) {
  const [Drawn, setDrawn] = useState(null), [problem, setProblem] = useState(null);
  useEffect(() => {
    let isHere = true;
    (route?.screen() ?? import("./absent.js")).then((module) => isHere && setDrawn(() => module.default), () => isHere && setProblem({ kind: "offline", code: "offline" }));
    return () => { isHere = false; };
  }, [path]);
  useEffect(() => {
    if (!Drawn) return;
    if (!isFirst && !document.querySelector("main input:focus")) document.querySelector("main h1")?.focus({ preventScroll: true });
    isFirst = false;
  }, [Drawn]);
  if (problem) return html`<${Failed} problem=${problem} retry=${() => location.reload()} />`;
  return Drawn ? html`<${Drawn} />` : null;
}

/** The person who is signed in, read once and after every change of theirs. */
function usePerson(client, session, isIn) {
  const [me, set] = useState({ state: "loading", value: null, problem: null });
  async function reload() {
    try {
      const { data } = await client.get("/v1/users/me");
      set({ state: "ready", value: data, problem: null });
    } catch (problem) { set((before) => ({ ...before, state: before.value ? "ready" : "failed", problem })); }
  }
  useEffect(() => {
    if (isIn) reload(); else set({ state: "loading", value: null, problem: null });
    return session.listen((event) => { if (event.type === "signed-in") reload(); });
  }, [isIn]);
  return { ...me, reload };
}

/** What the network says: "offline", "unavailable", or nothing. One answer that comes through clears it. */
function useTrouble(client) {
  const [trouble, set] = useState(navigator.onLine === false ? "offline" : null);
  useEffect(() => {
    const gone = () => set("offline"), back = () => set(null);
    addEventListener("offline", gone);
    addEventListener("online", back);
    const stop = client.listen(({ type }) => set(type === "answered" ? null : type));
    return () => { removeEventListener("offline", gone); removeEventListener("online", back); stop(); };
  }, []);
  return trouble;
}

/** Renews the token a minute before its end, as long as the page is looked at. */
function useRenewal(session, isIn) {
  useEffect(() => {
    if (!isIn) return undefined;
    let timer;
    const plan = () => {
      clearTimeout(timer);
      if (session.renewIn !== null && document.visibilityState === "visible") timer = setTimeout(() => session.renew().then(plan, () => {}), session.renewIn + 1000);
    };
    const stop = session.listen(plan);
    document.addEventListener("visibilitychange", plan);
    plan();
    return () => { clearTimeout(timer); stop(); document.removeEventListener("visibilitychange", plan); };
  }, [isIn]);
}
