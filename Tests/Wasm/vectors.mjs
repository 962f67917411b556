import { readFile } from "node:fs/promises";

/** The rows that the native suites read too. */
export const vectors = async path => JSON.parse(await readFile(new URL(`../Vectors/${path}`, import.meta.url), "utf8"));
