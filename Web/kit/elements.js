import { html, useEffect, useId, useRef, useState } from "./preact.js";

const drawings = {
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Zm10 2.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z",
  hidden: "M4 4l16 16M9.9 5.8A9.8 9.8 0 0 1 12 5.5c6.4 0 10 6.5 10 6.5a17 17 0 0 1-3 3.7M6.3 7.7A16.5 16.5 0 0 0 2 12s3.6 6.5 10 6.5a9.6 9.6 0 0 0 4-.9",
  check: "M4.5 12.5l5 5 10-11", copy: "M9 9h11v11H9zM5 15H4V4h11v1", save: "M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M4.5 19.5h15",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z", mail: "M3 6h18v12H3zM3 7l9 7 9-7", key: "M8 18.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-7.8L19.5 2.5M15.5 6.5l3 3",
  shield: "M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z", device: "M3.5 5h17v11h-17zM9 20h6m-3-4v4",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-4 3.8-5.5 7.5-5.5s6.7 1.5 7.5 5.5", door: "M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9",
  warning: "M12 4l9.5 16h-19zM12 10v4.5m0 2.5v.5", cloud: "M7 18.5a4.5 4.5 0 0 1-.6-8.960A6 6 0 0 1 18 9.5a4.5 4.5 0 0 1 0 9Z", book: "M12 6.5C10 5 7 4.5 4 5v13.5c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5Zm0 0V20",
  sliders: "M4 8h9m5 0h2M4 16h2m5 0h9M15.5 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8.5 18.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
};

/** A line drawing beside words; never alone without a label around it. */
export const Icon = ({ name, class: extra = "" }) => html`<svg class=${`icon ${extra}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${drawings[name]} /></svg>`;

/**
 * A button that says when it is at work. It keeps its place and its focus meanwhile, and takes no second press; `wait` are seconds in
 * which it takes none either.
 */
export function Button({ busy = false, wait = 0, kind = "main", children, class: extra = "", onClick, t, ...rest }) {
  const isStill = busy || wait > 0;
  return html`<button type="button" ...${rest} class=${`press ${kind} ${extra}`} aria-disabled=${isStill ? "true" : rest["aria-disabled"] ?? null} aria-busy=${busy ? "true" : null}
    onClick=${(event) => { if (isStill) event.preventDefault(); else onClick?.(event); }}>
    <span class="press-words">${children}</span>${wait > 0 && html`<span class="press-wait">${t.clock(wait)}</span>`}${busy && html`<span class="spinner" aria-hidden="true"></span>`}
  </button>`;
}

/** Something to know before going on. `tone`: note, good, warn, bad. Bad ones are said at once, others when there is a pause. */
export function Banner({ tone = "note", title, children, action, icon, live = true }) {
  return html`<div class=${`banner ${tone}`} role=${!live ? null : tone === "bad" ? "alert" : "status"}>
    <${Icon} name=${icon ?? { note: "mail", good: "check", warn: "warning", bad: "warning" }[tone]} />
    <div class="banner-words">${title && html`<p class="banner-title">${title}</p>`}${children && html`<div>${children}</div>`}</div>${action && html`<div class="banner-action">${action}</div>`}
  </div>`;
}

/** A place with nothing in it, and what to do about it. */
export const EmptyState = ({ icon = "book", title, children, action, level = "h2" }) => html`<div class="empty">
  <${Icon} name=${icon} /><${level} class="empty-title">${title}</${level}>${children && html`<p class="quiet">${children}</p>`}${action}</div>`;

/** Grey lines where words will be; told to those who cannot see them. */
export const Loading = ({ t, lines = 3 }) => html`<div class="loading" role="status"><span class="visually-hidden">${t("state.loading")}</span>
  ${Array.from({ length: lines }, (_, at) => html`<span class="bone" key=${at}></span>`)}</div>`;

/** Seconds until a wait is over, counted down; `start` begins one. */
export function useCountdown(initial = 0) {
  const [until, setUntil] = useState(initial > 0 ? Date.now() + initial * 1000 : 0), [, tick] = useState(0);
  const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => tick((n) => n + 1), 250);
    return () => clearTimeout(timer);
  });
  return [left, (seconds) => setUntil(Date.now() + (seconds ?? 0) * 1000)];
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ t, text, label, kind = "quiet", icon = "copy" }) {
  const [done, setDone] = useState(null);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(null), 2500);
    return () => clearTimeout(timer);
  }, [done]);
  async function copy() {
    try { await navigator.clipboard.writeText(text); setDone("copied"); } catch { setDone("copy_failed"); }
  }
  return html`<${Button} kind=${kind} onClick=${copy}><${Icon} name=${done === "copied" ? "check" : icon} /> <span aria-live="polite">${done ? t(`state.${done}`) : label}</span></${Button}>`;
}

/** A question that must be answered before anything else goes on: the browser's own dialog, with its focus and its Escape. */
export function Dialog({ title, children, onClose, labelClose }) {
  const box = useRef(null), id = useId();
  useEffect(() => {
    const before = document.activeElement;
    box.current.showModal();
    // Taken out of the page while it is open, a dialog does not give the focus back by itself.
    return () => before?.isConnected && before.focus();
  }, []);
  return html`<dialog ref=${box} class="sheet" aria-labelledby=${id} onClose=${onClose} onClick=${(event) => { if (event.target === box.current) box.current.close(); }}>
    <div class="sheet-body"><h2 id=${id} class="sheet-title">${title}</h2>${children}
      ${labelClose && html`<form method="dialog" class="sheet-close"><button class="press quiet">${labelClose}</button></form>`}</div>
  </dialog>`;
}

/** What just happened, at the foot of the page, with a way back where there is one. */
export function Toasts({ toasts, dismiss, t }) {
  return html`<div class="toasts" role="status">${toasts.map((toast) => html`<${Toast} key=${toast.id} toast=${toast} dismiss=${dismiss} t=${t} />`)}</div>`;
}

function Toast({ toast, dismiss, t }) {
  const [held, hold] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(toast.id), toast.undo ? 10_000 : 5_000);
    return () => clearTimeout(timer);
  }, [held]);
  return html`<div class="toast" onMouseEnter=${() => hold(true)} onMouseLeave=${() => hold(false)} onfocusin=${() => hold(true)} onfocusout=${() => hold(false)}>
    <span>${toast.text}</span>${toast.undo && html`<button type="button" class="toast-undo" onClick=${() => { dismiss(toast.id); toast.undo(); }}>${t("action.undo")}</button>`}</div>`;
}
