import test from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { passwordStrength } from "../../Web/kit/password-strength.js";
import { createStrings } from "../../Web/kit/strings.js";
import { western } from "../../Web/kit/fields.js";

// (password, address, score, hint)
for (const [password, email, score, hint] of [
  ["", "", 0, null], ["elevenchars", "", 1, "too_short"], ["aaaaaaaaaaaa", "", 2, "easy_pattern"], ["abcabcabcabcabc", "", 2, "easy_pattern"],
  ["123456789012345", "", 2, "easy_pattern"], ["qwertyuiopasdfgh", "", 2, "easy_pattern"], ["dana@atrium.example", "Dana@atrium.example ", 1, "matches_email"],
  ["danaatrium12345", "dana@atrium.example", 2, "easy_pattern"], ["a river of lamps", "", 3, null], ["seven quiet boats at noon", "", 4, null],
  ["كلمات من نهر هادئ وبعيد", "", 4, null], ["🏮".repeat(12), "", 2, "easy_pattern"], ["x".repeat(129), "", 1, "too_long"], ["e\u0301".repeat(6), "", 1, "too_short"],
]) {
  test(`${JSON.stringify(password.slice(0, 30))} looks like ${score} ${hint ?? ""}`, () => {
    const found = passwordStrength(password, email);
    assert.deepEqual([found.score, found.hint], [score, hint]);
  });
}

test("a long password is judged at once, whatever is in it", () => {
  for (const password of ["ab".repeat(50_000), "a".repeat(100_000), "x1".repeat(64), "aab".repeat(40)]) assert.ok(passwordStrength(password).score > 0);
});

test("digits of other keyboards are the ones of a code", () => {
  assert.equal(western("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 12a"), "0123456789 0123456789 12a");
});

const tables = Object.fromEntries(await Promise.all(["en", "ar"].map(async (language) => [language, JSON.parse(await readFile(new URL(`../../Web/strings/hub.${language}.json`, import.meta.url)))])));

test("plural forms are the language's", () => {
  const t = createStrings(tables.en, "en"), ar = createStrings(tables.ar, "ar");
  assert.equal(t("sessions.ended_all", { n: 1 }), "Signed out of 1 other session.");
  assert.equal(t("sessions.ended_all", { n: 3 }), "Signed out of 3 other sessions.");
  assert.equal(new Set([1, 2, 3, 11].map((n) => ar("sessions.ended_all", { n }).replace(/\d+/, ""))).size, 4);
});

test("values are put in as they are, and names without a value stay", () => {
  const t = createStrings({ a: { b: "{x} and {y}" } }, "en");
  assert.equal(t("a.b", { x: "<b>{y}</b>" }), "<b>{y}</b> and {y}");
  assert.deepEqual(t.with("a.b", { x: 1, y: 2 }), ["", "1", " and ", "2", ""]);
  assert.equal(t("a.absent"), "a.absent");
});

test("every code of a field and of a problem that the specification names has a sentence or a general one", () => {
  for (const code of ["required", "invalid_format", "too_short", "too_long", "out_of_range", "enum_mismatch", "not_unique", "unknown_value", "breached", "matches_email"]) assert.ok(tables.en.field[code], code);
  for (const reason of ["refresh_token_reused", "expired", "logout", "logout_all", "password_reset", "password_changed", "user_suspended", "user_deleted", "mfa_reset", "admin"]) assert.ok(tables.en.notice[reason], reason);
});

test("every sentence keeps its values in every language", () => {
  const values = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((one) => one[1]))].filter((name) => name !== "n").sort();
  (function compare(one, other, path) {
    if (typeof one === "string") return assert.deepEqual(values(other), values(one), path);
    if ("other" in one) return assert.deepEqual(values(other.other), values(one.other), path);
    for (const key of Object.keys(one)) compare(one[key], other[key], `${path}.${key}`);
  })(tables.en, tables.ar, "");
});
