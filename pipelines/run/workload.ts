// Measures a run's workload: number and length of documents by domain and language, without calling a model.

import { statSync } from "node:fs";
import { extname } from "node:path";
import type { Language } from "../../schemas/items/item-types.ts";
import { type Input, InputFailure } from "../engine/pipeline.ts";
import { formatOfExtension, formats } from "../intake/files/formats.ts";
import { filesUnder, type FilePurpose } from "../intake/files/list-files.ts";
import { languageOf } from "../text/language.ts";
import { countTokens } from "../text/segment.ts";

/** The documents of a domain in a language. */
export interface DocumentGroup {
  readonly domain: string;
  readonly language: Language;
  readonly documents: number;
  /** Tokens (o200k) of all these documents, estimated from their characters. */
  readonly tokens: number;
}

/** A text that enters a run. */
export interface InputText {
  readonly text: string;
  readonly domain: string;
  readonly language?: Language;
  readonly provenance: { readonly source: string };
}

/** Maximum number of files of each kind to read as a sample. */
const maxSampled = { text: 120, office: 24 };

const formatOf = (path: string) => formatOfExtension(extname(path).toLowerCase());
const isJsonl = (path: string) => formatOf(path) === "jsonl";
/** Whether the text has to be extracted from the file. */
function needsExtraction(path: string): boolean {
  const format = formatOf(path);
  return format !== undefined && !formats[format].isPlainText;
}

/** Picks `count` elements of a list, evenly spaced. */
export const evenlySpaced = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from(
        { length: count },
        (_, index) => list[Math.floor((index * list.length) / count)] as T,
      );

const bytesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + statSync(path).size, 0);

/** How many files a sampled file represents, and the factor by which its own size is scaled up. */
interface Weight {
  readonly files: number;
  readonly bytes: number;
}

interface Sample {
  /** The files to read. */
  readonly paths: string[];
  /** Whether other files are left out. */
  readonly isSample: boolean;
  readonly weightOf: (path: string) => Weight;
}

const unweighted: Weight = { files: 1, bytes: 1 };

/** Chooses all JSONL files, which contain many documents each, and a sample of the others. */
export function sampleFiles(
  givenPaths: readonly string[],
  purpose: FilePurpose = "documents",
): Sample {
  const files = filesUnder(givenPaths, purpose);
  const singleFiles = files.filter(path => !isJsonl(path));
  const kinds = [
    singleFiles.filter(needsExtraction),
    singleFiles.filter(path => !needsExtraction(path)),
  ];
  const samples = [
    evenlySpaced(kinds[0] ?? [], maxSampled.office),
    evenlySpaced(kinds[1] ?? [], maxSampled.text),
  ];
  const weights = kinds.map((all, index) => {
    const sample = samples[index] ?? [];
    return sample.length === all.length
      ? unweighted
      : { files: all.length / sample.length, bytes: bytesOf(all) / Math.max(1, bytesOf(sample)) };
  });
  const paths = [...files.filter(isJsonl), ...samples.flat()].sort();
  return {
    paths,
    isSample: paths.length < files.length,
    weightOf: path =>
      isJsonl(path) ? unweighted : (weights[needsExtraction(path) ? 0 : 1] ?? unweighted),
  };
}

/** Characters whose tokens are counted, for each language; the rest is estimated from these. */
const maxCountedCharacters = 50_000;

/** Estimates tokens from characters, based on the first texts of each language. */
export function tokenEstimate(): (text: string, language: Language) => number {
  const counted = new Map<Language, { characters: number; tokens: number }>();
  return (text, language) => {
    const countSoFar = counted.get(language) ?? { characters: 0, tokens: 0 };
    if (countSoFar.characters >= maxCountedCharacters)
      return (text.length * countSoFar.tokens) / countSoFar.characters;
    const part = text.slice(0, maxCountedCharacters);
    const tokens = countTokens(part);
    counted.set(language, {
      characters: countSoFar.characters + part.length,
      tokens: countSoFar.tokens + tokens,
    });
    return part.length === 0 ? 0 : (text.length * tokens) / part.length;
  };
}

/** The readable texts of an input, and the unreadable files. */
export async function readTexts(
  input: Input,
): Promise<{ readonly texts: InputText[]; readonly unreadableFiles: InputFailure[] }> {
  const texts: InputText[] = [];
  const unreadableFiles: InputFailure[] = [];
  for await (const row of input.rows())
    if (row instanceof InputFailure) unreadableFiles.push(row);
    else texts.push(row as InputText);
  return { texts, unreadableFiles };
}

/** Groups texts by domain and language; `weightOf` returns how many files a text represents. */
export function groupsOf(
  texts: readonly InputText[],
  weightOf: Sample["weightOf"] = () => unweighted,
): DocumentGroup[] {
  const estimate = tokenEstimate();
  const groups = new Map<
    string,
    { domain: string; language: Language; documents: number; tokens: number }
  >();
  for (const { text, domain, language = languageOf(text), provenance } of texts) {
    const key = `${domain}\n${language}`;
    const group = groups.get(key) ?? { domain, language, documents: 0, tokens: 0 };
    const weight = weightOf(provenance.source);
    group.documents += weight.files;
    group.tokens += weight.bytes * estimate(text, language);
    groups.set(key, group);
  }
  return [...groups.values()].map(group => ({
    ...group,
    documents: Math.round(group.documents),
    tokens: Math.round(group.tokens),
  }));
}
