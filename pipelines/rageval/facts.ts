// The facts each document states: looked up in a written one, extracted from a user's own; every one has its sentences.

import type { ReplyOf } from "../../schemas/define.ts";
import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import { leafAt } from "../../schemas/rageval/paths.ts";
import { factsPrompt, findableLeaf } from "../../schemas/rageval/prompts.ts";
import {
  drawn,
  type ConfigRow,
  configs,
  type FactRow,
  facts,
  type SchemaRow,
  schemas,
} from "../../schemas/rageval/records.ts";
import type { Leaf, LeafType, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, defineStage, made, rejected } from "../engine/stage.ts";
import { factFinder, findFact } from "../text/occurrence.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";
import { sameness } from "./sameness.ts";
import { mentionsOf } from "./mentioned-leaves.ts";

type Hits = readonly { readonly start: number; readonly end: number }[];

/** The sentences in which these stretches lie, each once, as spans. */
const sentenceSpans = (documentId: string, sentences: readonly Sentence[], found: Hits): Span[] =>
  sentences
    .filter(({ start, end }) => found.some(hit => hit.start < end && hit.end > start))
    .map(({ start, end }) => ({ documentId, start, end }));

// The same word or date stands for other things elsewhere: an earlier conviction of the same offence, another meeting of that year.
function ownSection({ sections }: DocumentRow, id: string | undefined, found: Hits): Hits {
  const own = sections.find(section => section.id === id);
  const inside = found.filter(({ start, end }) => own && start >= own.start && end <= own.end);
  return inside.length > 0 ? inside : found;
}

/** The facts of a config, with where the document written from it states them. */
export function locateFacts(
  document: DocumentRow,
  config: ConfigRow,
  schema: ScenarioSchema,
): FactRow[] {
  const { id: documentId, language, domain, text } = document;
  const sentences = splitSentences(text, language);
  const find = factFinder(text, language);
  return config.values.map(({ path, label, type, value, withheld }): FactRow => {
    const found = withheld
      ? []
      : ownSection(
          document,
          leafAt(schema, path)?.section,
          find({ type, value, language }, { near: [label] }),
        );
    const state = withheld ? "withheld" : found.length > 0 ? "stated" : "missing";
    const spans = sentenceSpans(documentId, sentences, found);
    const { schemaId, subject } = config;
    const source = { id: rowId("f", documentId, path), documentId, schemaId, language, domain };
    return { ...source, subject, path, label, type, value, state, spans };
  });
}

// A request holds so many characters of a document; a longer one is read in parts.
const charactersAtOnce = 24_000;

export function sentenceParts(sentences: readonly Sentence[]): Sentence[][] {
  const parts: Sentence[][] = [[]];
  let size = 0;
  for (const sentence of sentences) {
    if (size > 0 && size + sentence.text.length > charactersAtOnce) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(sentence);
    size += sentence.text.length;
  }
  return parts;
}

type FactsReply = ReplyOf<typeof factsPrompt>;

/** All that is wrong with extracted facts: unknown paths, sentences that do not exist or do not state the value. */
export function factsProblem(
  { facts: found }: FactsReply,
  leaves: readonly Leaf[],
  sentences: readonly Sentence[],
  language: "zh" | "en",
): string | undefined {
  const byPath = new Map(leaves.map(leaf => [leaf.path, leaf]));
  const unknown = [...new Set(found.map(({ path }) => path))].filter(path => !byPath.has(path));
  const isOutside = (number: number) => number > sentences.length;
  const outside = [...new Set(found.flatMap(fact => fact.sentences).filter(isOutside))];
  const absent = found.filter(({ path, value, sentences: numbers }) => {
    const leaf = byPath.get(path);
    if (!leaf || numbers.some(isOutside)) return false;
    const { type, label, aliases = [] } = leaf;
    const text = numbers.map(number => sentences[number - 1]?.text ?? "").join("\n");
    return findFact(text, { type, value, language }, { near: [label, ...aliases] }).length === 0;
  });
  const problems = [
    ...unknown.map(path => ({
      zh: `表中没有“${path}”这个路径。`,
      en: `There is no leaf "${path}".`,
    })),
    ...outside.map(number => ({
      zh: `没有第${number}句，最后一句是第${sentences.length}句。`,
      en: `There is no sentence ${number}; the last is ${sentences.length}.`,
    })),
    ...(absent.length > 0 ? [absentProblem(absent)] : []),
  ];
  return problems.length > 0 ? problems.map(problem => problem[language]).join("\n") : undefined;
}

function absentProblem(absent: FactsReply["facts"]) {
  const named = absent.map(fact => ({ ...fact, value: fact.value.slice(0, 60) }));
  return {
    zh: `以下各值在所注的句子里找不到：${named.map(({ path, value, sentences }) => `${path}“${value}”（第${sentences.join("、")}句）`).join("；")}。`,
    en: `These values do not stand in the sentences named for them: ${named.map(({ path, value, sentences }) => `${path} "${value}" (${sentences.join(", ")})`).join("; ")}.`,
  };
}

interface DistinctValue {
  value: string;
  readonly sentences: Set<number>;
}

/** Each value once, with every sentence that states it in any format; of two that say the same the more exact one stands. */
function distinctValues(
  found: FactsReply["facts"],
  type: LeafType,
  language: "zh" | "en",
): DistinctValue[] {
  const distinct: DistinctValue[] = [];
  for (const { value, sentences } of found) {
    const says = (text: string, sought: string) =>
      findFact(text, { type, value: sought, language }).length > 0;
    const same = distinct.find(
      other =>
        sameness({ value, language }) === sameness({ value: other.value, language }) ||
        (type === "date" && (says(value, other.value) || says(other.value, value))),
    );
    if (!same) distinct.push({ value, sentences: new Set(sentences) });
    else {
      if (type === "date" && !says(same.value, value)) same.value = value;
      for (const number of sentences) same.sentences.add(number);
    }
  }
  return distinct;
}

/** Extracted values as facts; a leaf with two different values that is no list is left out: it has two right answers. */
export function toFacts(
  document: DocumentRow,
  schema: SchemaRow,
  sentences: readonly Sentence[],
  { subject, facts: found }: FactsReply,
): FactRow[] {
  const { id: documentId, language, domain } = document;
  const mentions = mentionsOf(document.text, language);
  return schema.schema.leaves.flatMap((leaf): FactRow[] => {
    const mine = found.filter(({ path }) => path === leaf.path);
    const values = distinctValues(mine, leaf.type, language);
    const { label, type } = leaf;
    const factOf = (path: string, value: string, spans: Span[]): FactRow => {
      const source = { id: rowId("f", documentId, path), documentId, schemaId: schema.id };
      const state = value === "" ? "missing" : "stated";
      return { ...source, language, domain, subject, path, label, type, value, state, spans };
    };
    // What the document speaks of without a value that was read out of it is neither stated nor absent.
    if (values.length === 0) return mentions(leaf) ? [] : [factOf(leaf.path, "", [])];
    if (values.length > 1 && !leaf.many) return [];
    return values.map(({ value, sentences: numbers }, index) => {
      const spans = sentences
        .filter((_, at) => numbers.has(at + 1))
        .map(({ start, end }) => ({ documentId, start, end }));
      return factOf(leaf.many ? `${leaf.path}/${index + 1}` : leaf.path, value, spans);
    });
  });
}

async function extractFacts(
  ask: Ask,
  document: DocumentRow,
  schema: SchemaRow,
): Promise<FactRow[]> {
  const { language, domain, name } = document;
  const { leaves, scenario } = schema.schema;
  const sentences = splitSentences(document.text, language);
  const shown = leaves.map(findableLeaf);
  const replies: FactsReply[] = [];
  let before = 0;
  for (const part of sentenceParts(sentences).filter(({ length }) => length > 0)) {
    const numbered = part.map(({ text }, index) => ({ number: index + 1, document: name, text }));
    const reply = await ask(
      factsPrompt,
      language,
      { scenario, domain, name, leaves: shown, sentences: numbered },
      { check: reply => factsProblem(reply, leaves, part, language) },
    );
    const first = before;
    const renumbered = (numbers: readonly number[]) => numbers.map(number => number + first);
    const facts = reply.facts.map(fact => ({ ...fact, sentences: renumbered(fact.sentences) }));
    replies.push({ ...reply, facts });
    before += part.length;
  }
  const subject = replies[0]?.subject ?? name;
  const found = replies.flatMap(reply => reply.facts);
  return toFacts(document, schema, sentences, { subject, facts: found });
}

const factsOutcome = (rows: FactRow[]) =>
  rows.some(({ state }) => state === "stated")
    ? made(rows)
    : rejected("no-facts", "The document states none of the schema's facts.", rows);

/** For documents written from configs. */
export const locatedFactsStage = defineStage({
  name: "rageval/facts",
  module: import.meta.filename,
  prompts: [],
  over: documents,
  lookup: { configs, schemas },
  writes: facts,
  each(document, { tables }) {
    const config = tables.configs.get(document.configId ?? "");
    return factsOutcome(locateFacts(document, config, tables.schemas.get(config.schemaId).schema));
  },
});

/** For a user's own documents. */
export const extractedFactsStage = defineStage({
  name: "rageval/facts",
  module: import.meta.filename,
  prompts: [factsPrompt],
  over: drawn,
  lookup: { documents, schemas },
  writes: facts,
  async each({ id }, { ask, tables }) {
    const document = tables.documents.get(id);
    const { domain, language } = document;
    const schema = tables.schemas.where("domain", domain).find(row => row.language === language);
    if (!schema)
      return rejected<FactRow>(
        "no-schema",
        `There is no schema of the domain "${domain}" in ${language}.`,
      );
    return factsOutcome(await extractFacts(ask, document, schema));
  },
});
