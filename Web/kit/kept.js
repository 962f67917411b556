/** What this device remembers: light or dark, the theme, the size of text, the quotation seen last. Never anything of an account. */
export function kept() {
  try { return JSON.parse(localStorage.getItem("reader") ?? "{}"); } catch { return {}; }
}

export function keep(change) {
  try { localStorage.setItem("reader", JSON.stringify({ ...kept(), ...change })); } catch { /* private windows may refuse */ }
}
