// How a question names one document: company, court and defendant, hospital and patient.

import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { fold } from "../../text/fold.ts";
import type { FactLeaf, FactSentence } from "./fact-candidates.ts";
import type { FoundFact } from "./fact-finding.ts";
import { isOrganisationName } from "./proper-names.ts";
import { readLine } from "./labelled-lines.ts";

type Language = "zh" | "en";

export interface SubjectClues {
  /** What the document is called so far: a name, or only a file's. */
  readonly name: string;
  readonly leaves: readonly FactLeaf[];
  readonly facts: readonly FoundFact[];
  readonly sentences: readonly FactSentence[];
  readonly schema: ScenarioSchema | undefined;
  readonly language: Language;
}

const valueAt = (clues: SubjectClues, path: string): string | undefined => clues.facts.find(fact => fact.path === path)?.value;

/** The schema's own pattern, where the document states all that it needs. */
const byPattern = (clues: SubjectClues): string | undefined => {
  const pattern = clues.schema?.subject ?? "";
  const paths = [...pattern.matchAll(/\{([^{}]+)\}/g)].map(match => match[1] ?? "");
  if (paths.length === 0 || paths.some(path => valueAt(clues, path) === undefined)) return undefined;
  return pattern.replace(/\{([^{}]+)\}/g, (_, path: string) => valueAt(clues, path) ?? "");
};

const joinNames = (parts: readonly string[], language: Language): string => {
  const [first = "", second] = parts;
  if (language === "en" && parts.length === 2 && second !== undefined && /\b(?:hospital|clinic|infirmary|medical cent(?:er|re))\b/i.test(first))
    return `patient ${second} of ${first}`;
  if (language === "en" || second === undefined) return parts.join(language === "en" ? ", " : "，");
  return /(?:医院|卫生院|诊所|中心)$/.test(first) ? `${first}患者${second}` : first.endsWith("法院") ? `${first}被告人${second}` : parts.join("，");
};

const isFileName = (name: string): boolean => /\.[a-z]{2,5}$/i.test(name) || /^[\w-]*\d{2,}[\w-]*$/.test(name) || /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/.test(name);

const occurs = (part: string, folded: string): boolean => part !== "" && folded.includes(fold(part));

/** The name itself, if it reads like one and the text knows it: "Hospital_Patient" becomes "Hospital, Patient". */
const byName = (clues: SubjectClues, folded: string): string | undefined => {
  if (isFileName(clues.name)) return undefined;
  const parts = clues.name
    .split("_")
    .map(part => part.trim())
    .filter(part => part !== "");
  if (parts.length === 0 || parts.length > 3 || !parts.some(part => occurs(part, folded))) return undefined;
  return joinNames(parts, clues.language);
};

/** The first organisation and the first person that the document marks, in the order of the leaves. */
const byNamedLeaves = (clues: SubjectClues): string | undefined => {
  const first = (type: FactLeaf["type"]): string[] => {
    const leaf = clues.leaves.find(candidate => candidate.type === type && !candidate.many && valueAt(clues, candidate.path) !== undefined);
    const value = leaf === undefined ? undefined : valueAt(clues, leaf.path);
    return value === undefined ? [] : [value];
  };
  const organisation = first("organisation");
  const person = first("person");
  const parts = organisation.some(name => /court|hospital|clinic|法院|医院/i.test(name)) || organisation.length === 0 ? [...organisation, ...person] : organisation;
  return parts.length === 0 ? undefined : joinNames(parts, clues.language);
};

const byTitle = (clues: SubjectClues): string | undefined => {
  for (const sentence of clues.sentences.slice(0, 5)) {
    const line = readLine(sentence.text);
    const title = line.kind === "heading" ? line.title : sentence.text.trim();
    if (line.kind !== "pairs" && title.length <= (clues.language === "zh" ? 40 : 90) && (line.kind === "heading" || isOrganisationName(title, clues.language))) return title;
  }
  return undefined;
};

/** A court alone is the subject of many judgments: its defendant goes with it, where the schema's pattern says so. */
const wantsMore = (clues: SubjectClues): boolean => ((clues.schema?.subject ?? "").match(/\{/g)?.length ?? 0) > 1;

/** Never empty: the pattern of the scenario, the given name, what the document marks, its title, and last the name as it is. */
export const nameSubject = (clues: SubjectClues): string => {
  const folded = fold(clues.sentences.map(sentence => sentence.text).join("\n"));
  const pattern = byPattern(clues);
  const named = byName(clues, folded);
  const best = wantsMore(clues) && !clues.name.includes("_") ? (pattern ?? named) : (named ?? pattern);
  const bare = clues.name
    .replace(/\.[a-z]{2,5}$/i, "")
    .replace(/[-_]+/g, " ")
    .trim();
  return best ?? byNamedLeaves(clues) ?? byTitle(clues) ?? (bare === "" ? clues.name || "?" : bare);
};
