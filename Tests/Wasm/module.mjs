import { readFile } from "node:fs/promises";

/** Loads the module and gives its functions a face of plain values. */
export async function load(path) {
  const { instance } = await WebAssembly.instantiate(await readFile(path), {});
  const { memory, atrium_allocate: allocate, atrium_release: release, ...functions } = instance.exports;

  /** Calls a function with bytes, and gives its answer read as JSON. */
  function askBytes(name, question) {
    const start = allocate(question.length);
    new Uint8Array(memory.buffer).set(question, start);
    const block = functions[name](start, question.length);
    release(start);
    const length = new DataView(memory.buffer).getUint32(block, true);
    const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, block + 4, length));
    release(block);
    return JSON.parse(answer);
  }

  const ask = (name, question) => askBytes(name, new TextEncoder().encode(JSON.stringify(question)));
  const size = () => memory.buffer.byteLength;
  return { ask, askBytes, functions, size };
}
