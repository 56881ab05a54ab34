// Questions on facts of one document: a single fact, an unanswerable one, a section's facts, and two that are combined.

import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { groupBy } from "../../engine/grouping.ts";
import { type Draw, pick } from "../../text/random.ts";
import {
  type Askable,
  type AskedFact,
  factClause,
  headEn,
  stateFacts,
  the,
} from "./askable-facts.ts";
import { chunks, type Construction } from "./construction.ts";
import { distanceOf, type FactAmount, measure, reckoned } from "./fact-amount.ts";
import { asSentence, givesAway, listOf } from "./phrase.ts";
import { say } from "../wording.ts";

/** Questions on single facts in the schema's own words. */
const askEach = (
  asks: readonly AskedFact[],
  draw: Draw,
  answerOf: (ask: AskedFact) => string,
): Construction[] =>
  asks
    .filter(({ questions }) => questions.length > 0)
    .map(ask => ({
      facts: [ask],
      question: pick(draw, ask.questions),
      answer: answerOf(ask),
    }));

export const factual = ({ stated, records, language }: Askable, draw: Draw): Construction[] =>
  askEach([...stated, ...records], draw, ask => stateFacts([ask], language));

export const unanswerable = ({ silent, language }: Askable, draw: Draw): Construction[] =>
  askEach(silent, draw, () => unanswerableAnswer[language]);

const minInSummary = 3;
/** Most names in a readable question. */
const maxInSummary = 6;

/** Questions on what a document says in one section, as few as possible. */
export const summary = ({ stated, language }: Askable): Construction[] =>
  [...groupBy(stated, ({ fact, leaf }) => `${fact.document}\n${leaf.section}`).values()]
    .flatMap(asks => {
      // As few parts as the limit allows, as even as possible.
      const parts = Math.ceil(asks.length / maxInSummary);
      return chunks(asks, Math.ceil(asks.length / parts));
    })
    .filter(asks => asks.length >= minInSummary)
    .map(asks => summaryOf(asks, language))
    .filter(
      ({ facts, question }) => !facts.some(({ value }) => givesAway(question, value, language)),
    );

function summaryOf(asks: readonly AskedFact[], language: "zh" | "en"): Construction {
  const source = asks[0]?.source ?? "";
  const clauses = asks.map(ask => factClause(ask, language, false));
  const labels = asks.map(({ label }) => the(label, language));
  const list = clauses.join(language === "zh" ? "；" : "; ");
  return {
    facts: asks,
    question: say("summary?", language, { source, list: listOf(labels, language) }),
    answer: asSentence(say("summary", language, { source, list })),
  };
}

/** Questions on the difference between two related dates or amounts. */
export const multiHop = (askable: Askable): Construction[] =>
  [...groupBy(measure(askable.stated), ({ ask }) => ask.fact.document).values()].flatMap(rows =>
    rows.flatMap((one, at) => rows.slice(at + 1).flatMap(other => distance(one, other, askable))),
  );

function distance(
  one: FactAmount,
  other: FactAmount,
  { schema, language }: Askable,
): Construction[] {
  // Percentages of different things (a margin, a growth rate) cannot be subtracted.
  if (one.kind === "percent" || !isOneMatter(one.ask.leaf, other.ask.leaf, schema)) return [];
  const derivation = distanceOf(one, other, language);
  if (derivation === undefined) return [];
  const places = { one: one.ask.label, other: other.ask.label, source: one.ask.source };
  const phrase = one.kind === "date" ? "time-between" : "difference";
  return [reckoned([one.ask, other.ask], { ...places, phrase, derivation }, language)];
}

/** Whether two leaves are related: dates of one course of events; amounts of one sort, or of one sum. */
function isOneMatter(one: Leaf, other: Leaf, schema: ScenarioSchema): boolean {
  if (one.type !== other.type) return false;
  if (one.type === "date")
    return (
      stemOf(one, 1) === stemOf(other, 1) ||
      comesAfter(one, other, schema) ||
      comesAfter(other, one, schema)
    );
  // The difference from the previous document's figure is stated anyway, and nobody asks for others.
  if (one.previous ?? other.previous) return false;
  const isCarried = (path: string) =>
    schema.leaves.some(leaf => leaf.path === path && leaf.previous !== undefined);
  return (
    schema.agreements.some(
      ({ operation, result, of }) =>
        operation === "sum" &&
        !of.some(isCarried) &&
        [one, other].every(({ path }) => [result, ...of].includes(path)),
    ) ||
    (stemOf(one, -1) === stemOf(other, -1) &&
      sortOf(one, schema.language) === sortOf(other, schema.language))
  );
}

const stemOf = ({ path }: Leaf, end: number): string => path.split("/").slice(0, end).join("/");

function comesAfter(late: Leaf, early: Leaf, schema: ScenarioSchema, depth = 0): boolean {
  const before = schema.leaves.find(({ path }) => path === late.after?.path);
  return (
    before !== undefined &&
    depth < schema.leaves.length &&
    (before === early || comesAfter(before, early, schema, depth + 1))
  );
}

/** The ending of a label, shared by similar things: two head counts, two blood pressures; not white cells and platelets. */
const sortOf = ({ label }: Leaf, language: "zh" | "en"): string =>
  (language === "zh"
    ? label.slice(-1)
    : headEn(label).split(" ").slice(-2).join(" ")
  ).toLowerCase();
