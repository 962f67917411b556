import { vectors } from "./vectors.mjs";

export async function* cases({ ask }) {
  for (const { codec, text, bytes, reads, refused } of await vectors("encoding/codecs.json")) {
    yield [`${codec} reads ${text}`, ask("kernel_encoding", { codec, text }), refused ? null : bytes ?? reads];
    if (bytes !== undefined) yield [`${codec} writes ${bytes}`, ask("kernel_encoding", { codec, bytes }), text];
  }

  const table = await vectors("encoding/bytes.json");
  for (const { hex, ...texts } of table.round_trips) {
    for (const codec of ["base64", "base64url"]) {
      yield [`${codec} of ${hex}`, ask("kernel_encoding", { codec, bytes: hex }), texts[codec]];
      yield [`${codec} back to ${hex}`, ask("kernel_encoding", { codec, text: texts[codec] }), hex];
    }
  }
  for (const codec of ["base64url", "hex"]) {
    for (const text of table[`refused_${codec}`]) yield [`${codec} refuses ${text}`, ask("kernel_encoding", { codec, text }), null];
  }
}
