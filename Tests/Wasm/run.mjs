// Runs every suite beside this file over one module: node run.mjs MODULE. A suite exports `cases(module)`, which yields
// [name, found, expected].
import { readdir } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { load } from "./module.mjs";

const module = await load(process.argv[2]);
let passed = 0, failed = 0;

for (const file of (await readdir(new URL(".", import.meta.url))).filter(name => name.endsWith(".test.mjs")).sort()) {
  const { cases } = await import(`./${file}`);
  for await (const [name, found, expected] of cases(module)) {
    if (isDeepStrictEqual(found, expected)) { passed += 1; continue; }
    failed += 1;
    console.error(`not ok ${file} ${name}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }
}

console.log(`wasm: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
