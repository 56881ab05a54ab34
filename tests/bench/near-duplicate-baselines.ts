// What near-duplicates are measured against: a textbook's MinHash over sets of strings, and many texts made of few.

import type { Draw } from "../../pipelines/text/random.ts";

export const say = (line: string) => process.stdout.write(`${line}\n`);

export function stringGrams(text: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + 5 <= text.length; at++) grams.add(text.slice(at, at + 5));
  return grams;
}

const PERMUTATIONS = 128;
const PRIME = 4_294_967_311;

/** 32-bit FNV-1a of a string's units. */
function hashString(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

type Permute = (signature: Float64Array, hash: number) => void;

const factors = (what: string) => Float64Array.from({ length: PERMUTATIONS }, (_, at) => (hashString(`${what}${at}`) | 1) >>> 0);

/** Each permutation is a x + b: modulo a prime, as textbooks have it, or by 32-bit multiplication alone, which is the fastest. */
export function permuteBy(kind: "modulo" | "multiply"): Permute {
  const [a, b] = [factors("a"), factors("b")];
  if (kind === "modulo")
    return (signature, hash) => {
      for (let at = 0; at < PERMUTATIONS; at++) signature[at] = Math.min(signature[at]!, (a[at]! * hash + b[at]!) % PRIME);
    };
  const [multiply, add] = [Int32Array.from(a, value => value | 0), Int32Array.from(b, value => value | 0)];
  return (signature, hash) => {
    for (let at = 0; at < PERMUTATIONS; at++) {
      const value = (Math.imul(multiply[at]!, hash) + add[at]!) >>> 0;
      if (value < signature[at]!) signature[at] = value;
    }
  };
}

/** Each gram is a string in a set, hashed once, then permuted. */
export const textbookSignatures = (texts: readonly string[], permute: Permute): Float64Array[] =>
  texts.map(text => {
    const signature = new Float64Array(PERMUTATIONS).fill(Number.POSITIVE_INFINITY);
    for (const gram of stringGrams(text.replace(/\s+/g, ""))) permute(signature, hashString(gram));
    return signature;
  });

/** The first copy is the text itself; later ones have ever more signs changed: near-duplicates, then templates, then other texts. */
export function perturb(text: string, copy: number, draw: Draw): string {
  if (copy === 0) return text;
  const changed = [5, 15, 30, 60, 100, 200, 300, 400, 500][copy - 1] ?? 500;
  const units = Uint16Array.from({ length: text.length }, (_, at) => (draw(1000) < changed ? 0x4e00 + draw(5000) : text.charCodeAt(at)));
  return Buffer.from(units.buffer).toString("utf16le");
}

export const heldOutShare = (count: number): number => Math.min(1000, Math.floor(count / 6));
