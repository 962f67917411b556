import { keep, kept } from "../kit/kept.js";

const root = document.documentElement;

/** Light or dark, where the reader wants another than the system's. */
export function offerAppearance() {
  const button = document.querySelector("[data-appearance]");
  const system = matchMedia("(prefers-color-scheme: dark)");
  button.hidden = false;
  button.addEventListener("click", () => {
    const isDark = root.dataset.scheme ? root.dataset.scheme === "dark" : system.matches;
    const scheme = isDark ? "light" : "dark";
    // Back to what the system says is no choice of its own, so that it follows the system again.
    if ((scheme === "dark") === system.matches) delete root.dataset.scheme; else root.dataset.scheme = scheme;
    keep({ scheme: root.dataset.scheme ?? null });
  });
}

/** A guest's theme stays on the device. It changes how the room looks, never what is read. */
export function offerThemes() {
  const buttons = [...document.querySelectorAll("[data-pick]")];
  const clear = document.querySelector("[data-clear-theme]");

  function apply(theme) {
    keep({ theme });
    if (!("fixed" in root.dataset)) root.dataset.theme = theme ?? root.dataset.week;
    mark();
  }
  function mark() {
    const theme = kept().theme;
    for (const button of buttons) {
      const isOn = button.dataset.pick === theme;
      button.setAttribute("aria-pressed", String(isOn));
      button.dataset.off ??= button.textContent;
      button.textContent = isOn ? button.dataset.on : button.dataset.off;
    }
    if (clear) clear.hidden = !theme;
  }

  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => apply(button.dataset.pick));
  }
  clear?.addEventListener("click", () => apply(null));
  mark();
}

const sizes = [0.85, 1, 1.15, 1.3, 1.5];

export function offerTextSize() {
  const tools = document.querySelector("[data-tools]");
  if (!tools) return;
  const smaller = tools.querySelector("[data-smaller]"), larger = tools.querySelector("[data-larger]");
  const place = () => Math.max(0, sizes.indexOf(kept().scale ?? 1));

  function change(by) {
    const scale = sizes[Math.min(sizes.length - 1, Math.max(0, place() + by))];
    root.style.setProperty("--reading-scale", String(scale));
    keep({ scale });
    show();
  }
  function show() {
    smaller.ariaDisabled = String(place() === 0);
    larger.ariaDisabled = String(place() === sizes.length - 1);
  }

  tools.hidden = false;
  smaller.addEventListener("click", () => change(-1));
  larger.addEventListener("click", () => change(1));
  show();
}
