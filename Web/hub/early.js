// Runs before the page is drawn, so that its language and its side are right from the first paint.
(() => {
  const root = document.documentElement;
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem("reader") ?? "{}"); } catch { /* then what the browser prefers */ }
  const known = ["en", "ar"];
  const language = [kept.language, ...(navigator.languages ?? []).map((one) => one.slice(0, 2))].find((one) => known.includes(one)) ?? "en";
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";
})();
