/** Copies the page's address. */
export function offerLink() {
  const button = document.querySelector("[data-share]");
  if (!button || !navigator.clipboard) return;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector("link[rel=canonical]").href);
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}

/** Dates in the reader's language. A date is a day on a calendar, so no zone may move it; what is unknown stays unsaid. */
export function writeDates() {
  // The library writes British English.
  const locale = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  for (const element of document.querySelectorAll("time[data-date]")) {
    const [year, month, day] = element.dateTime.split("-").map(Number);
    const options = { year: "numeric", timeZone: "UTC" };
    if (month) options.month = "long";
    if (day) options.day = "numeric";
    const date = new Date(Date.UTC(2000, (month ?? 1) - 1, day ?? 1));
    date.setUTCFullYear(year);
    element.textContent = new Intl.DateTimeFormat(locale, options).format(date);
  }
}
