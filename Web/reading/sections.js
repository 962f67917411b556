/** Sections that failed when the page was made are asked for again when the reader comes near them; quietly, a few times. */
export function retryFailedSections() {
  for (const section of document.querySelectorAll("[data-section]")) {
    section.hidden = false;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      load(section, 3);
    }, { rootMargin: "50%" });
    seen.observe(section);
  }
}

async function load(section, tries) {
  try {
    const answer = await fetch(section.dataset.section);
    if (!answer.ok) throw new Error(String(answer.status));
    // The fragment is our own server's, made with the same escaping as the page.
    const fragment = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = fragment.body.firstElementChild;
    if (fresh && !fresh.dataset.section) section.replaceWith(document.adoptNode(fresh)); else section.remove();
  } catch {
    if (tries > 1) setTimeout(() => load(section, tries - 1), 4000); else section.remove();
  }
}
