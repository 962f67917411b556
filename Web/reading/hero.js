import { keep, kept } from "../kit/kept.js";

/** Shows one quotation of the pool: another one at each visit, and never the one before. */
export function showOneQuotation() {
  const hero = document.querySelector("[data-hero]");
  if (!hero) return;
  const items = [...hero.querySelectorAll(".hero-item")];
  if (items.length < 2) return;

  function show(another) {
    for (const item of items) item.hidden = item !== another;
    keep({ hero: another.dataset.id });
  }
  function choose() {
    const others = items.filter((item) => item.dataset.id !== kept().hero);
    return others[Math.floor(Math.random() * others.length)];
  }

  show(choose());
  const button = hero.querySelector("[data-another]");
  button.hidden = false;
  button.addEventListener("click", () => show(choose()));
}
