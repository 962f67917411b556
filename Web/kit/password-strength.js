/** What a password may be. Hub spec §3.5. */
export const passwordLength = { min: 12, max: 128 };

const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz", "01234567890"];

/**
 * How a password looks to a rule, before the server looks at it with its list of breached ones: 0 nothing yet, 1 refused, 2 fair,
 * 3 good, 4 strong. Length counts, and characters that an easy pattern makes do not: `aaaa…`, `abcabc…`, `123456…`, the address.
 */
export function passwordStrength(password, email = "") {
  const characters = [...password.normalize("NFC")];
  if (characters.length === 0) return { score: 0, hint: null };
  if (characters.length < passwordLength.min) return { score: 1, hint: "too_short", n: passwordLength.min - characters.length };
  if (characters.length > passwordLength.max) return { score: 1, hint: "too_long", n: characters.length - passwordLength.max };
  const plain = password.toLowerCase();
  if (email && plain === email.trim().toLowerCase()) return { score: 1, hint: "matches_email" };
  const worth = weight(plain, email);
  if (worth < 8) return { score: 2, hint: "easy_pattern" };
  if (worth < 14) return { score: 2, hint: "longer" };
  return { score: worth < 18 ? 3 : 4, hint: null };
}

/** Characters that count: a repeated part counts once, a run along the alphabet or the keyboard as one, a part of the address not. */
function weight(password, email) {
  let text = password;
  for (const part of email.toLowerCase().split(/[@.+_-]/)) if (part.length >= 4) text = text.replaceAll(part, " ");
  text = text.replace(/(.{1,6}?)\1+/gsu, "$1");
  let counted = 0, last = "";
  for (const character of text) {
    if (!rows.some((row) => row.includes(last + character) || row.includes(character + last)) || last === "") counted += 1;
    last = character;
  }
  return Math.min(counted, new Set(text).size * 2);
}
