// Runs before the page is drawn, so that a choice made on this device shows without a flash.
(() => {
  const root = document.documentElement;
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem("reader") ?? "{}"); } catch { /* a page without storage looks as it was sent */ }
  if (kept.scheme === "light" || kept.scheme === "dark") root.dataset.scheme = kept.scheme;
  if (typeof kept.theme === "string" && !("fixed" in root.dataset)) root.dataset.theme = kept.theme;
  if (typeof kept.scale === "number") root.style.setProperty("--reading-scale", String(kept.scale));
})();
