import { vectors } from "./vectors.mjs";

export async function* cases({ askBytes, size }) {
  const rows = await vectors("json/parse.json");
  const run = row => askBytes("kernel_json", Buffer.from(row.text ?? row.hex, row.text === undefined ? "hex" : "utf8"));
  for (const row of rows) {
    const answer = run(row);
    yield [row.name, answer.canonical ?? answer.error, row.canonical ?? row.error];
  }

  const texts = await vectors("json/texts.json");
  const read = text => askBytes("kernel_json", Buffer.from(text));
  for (const { text, canonical } of texts.accept) yield [text, read(text).canonical, canonical];
  for (const text of texts.refuse) yield [`refuses ${text}`, read(text).canonical, undefined];

  // A page may run for days: what a call takes it gives back.
  const before = size();
  for (let round = 0; round < 40; round++) for (const row of rows) run(row);
  yield ["memory does not grow with calls", size(), before];

  // The engine under this test has its own shortest digits; both must write the same.
  for (let n = 0; n < 2000; n++) {
    const value = Math.sin(n) * 10 ** (n % 617 - 308);
    const text = JSON.stringify(value);
    yield [`writes ${text} as JavaScript does`, askBytes("kernel_json", Buffer.from(text)).canonical, text];
  }
}
