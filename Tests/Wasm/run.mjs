// Runs the vectors that the native suites run, in WebAssembly: the same files, the same answers.
import { readFile } from "node:fs/promises";

const module = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const { memory, heap_mark, heap_reset, heap_take, ...exported } = module.instance.exports;
const vectors = async (path) => JSON.parse(await readFile(new URL(`../Vectors/${path}`, import.meta.url)));

/** Calls a function with a text and gives back its text. */
function ask(name, text) {
  const mark = heap_mark();
  const bytes = new TextEncoder().encode(text);
  const at = heap_take(bytes.length);
  new Uint8Array(memory.buffer).set(bytes, at);
  const answer = exported[name](at, bytes.length);
  const count = new DataView(memory.buffer).getUint32(answer, true);
  const out = new TextDecoder().decode(new Uint8Array(memory.buffer).slice(answer + 4, answer + 4 + count));
  heap_reset(mark);
  return out;
}

let passed = 0, failed = 0;
function same(what, found, expected) {
  if (found === expected) return void passed++;
  failed++;
  console.error(`not ok: ${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

const texts = await vectors("json/texts.json");
for (const { text, canonical } of texts.accept) same(text, ask("json_canonical", text), canonical);
for (const text of texts.refuse) same(`refuse ${text}`, ask("json_canonical", text), "");

const bytes = await vectors("encoding/bytes.json");
for (const row of bytes.round_trips) {
  for (const form of ["base64", "base64url"]) {
    same(`${form} of ${row.hex}`, JSON.parse(ask("encoding_ask", JSON.stringify({ form, hex: row.hex }))), row[form]);
    same(`${form} back to ${row.hex}`, JSON.parse(ask("encoding_ask", JSON.stringify({ form, text: row[form] }))), row.hex);
  }
}
for (const text of bytes.refused_base64url) same(`refuse ${text}`, ask("encoding_ask", JSON.stringify({ form: "base64url", text })), "null");
for (const text of bytes.refused_hex) same(`refuse ${text}`, ask("encoding_ask", JSON.stringify({ form: "hex", text })), "null");

const days = await vectors("time/days.json");
for (const { answer, ...question } of days.cases) {
  const found = ask("time_ask", JSON.stringify({ ...question, zone: days.zones[question.zone] }));
  same(JSON.stringify(question), found === "" ? null : JSON.parse(found), answer);
}

console.log(`wasm: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
