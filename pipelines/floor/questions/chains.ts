// Chain questions that are true by construction: they identify a document by what it alone states, and ask what only others on its subject state.

import type { FamilyDocument, FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import { isBridged, leadsTo, standsIn, type Thread } from "../../text/family-facts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { daysStated } from "../../text/stated-value.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { askOfTold } from "./family-descriptions.ts";
import { ofTwin, telling, wrong } from "./family-kinds.ts";
import { documentOf, sayerOf } from "./family-wording.ts";
import { asSentence, givesAway } from "./phrase.ts";

/** Fewest and most values that identify a document. */
const sizes = { least: 2, most: 4 };

/** Most chains per family. */
const maxChains = 12;

interface Start {
  readonly family: AskableFamily;
  readonly document: FamilyDocument;
  /** The family's other documents. */
  readonly others: readonly FamilyDocument[];
}

/** The fewest facts, stated in no other document, that together fit only this one; none if there are too many. */
function introducing({ family, document, others }: Start, asked: Thread, draw: Draw): FamilyFact[] {
  const { threads, wording } = family;
  const own = threads
    .filter(thread => thread !== asked)
    .flatMap(({ told }) => told.filter(fact => fact.document === document.number))
    .filter(({ standing }) => standing === undefined);
  const isToldElsewhere = ({ value }: FamilyFact) =>
    others.some(({ number }) => standsIn(family, number, value, wording.language));
  const chosen: FamilyFact[] = [];
  for (const next of shuffle(draw, own)) {
    if (chosen.length >= sizes.least && leadsTo(chosen, family)) return chosen;
    if (chosen.length < sizes.most && !isToldElsewhere(next)) chosen.push(next);
  }
  return chosen.length >= sizes.least && leadsTo(chosen, family) ? chosen : [];
}

/** Questions on what other documents state of a thing: one value, the latest of several, or what each says. */
function askedFurtherOn(thread: Thread, { family, document, others }: Start): FamilyConstruction[] {
  const told = thread.told.filter(fact => fact.document !== document.number);
  const last = told.at(-1);
  if (last === undefined || thread.told.some(({ standing }) => standing !== undefined)) return [];
  const sayOf = sayerOf(thread, family);
  const answer = (fact: FamilyFact) => sayOf("holds", fact);
  const values = new Set(told.map(({ value }) => value));
  const replaced = new Map(
    thread.told.filter(({ value }) => value !== last.value).map(fact => [fact.value, fact]),
  );
  const plain = { facts: [last], answer: answer(last) };
  const twin = ofTwin(thread, last.value, answer);
  // A near-twin that states the same would be an equally good hit.
  if (replaced.size === 0)
    return told.length < thread.told.length || thread.twin?.value === last.value
      ? []
      : [{ ...plain, question: sayOf("states?"), wrong: twin }];
  const superseded = [...replaced.values()].map(fact =>
    wrong(answer(fact), "superseded", telling(thread, fact.value)),
  );
  const isLast = last.document === family.documents.findLast(({ isTwin }) => !isTwin)?.number;
  const isEach = told.length === others.length && values.size === told.length && told.length > 1;
  const sources = told.map(fact => sayOf("stated-by", fact, { source: documentOf(fact, family) }));
  const isZh = family.wording.language === "zh";
  const each = asSentence(isZh ? `${sources.join("；")}。` : `${sources.join("; ")}.`);
  const partial = wrong(answer(last), "partial", telling(thread, last.value));
  return [
    ...(isLast && thread.held.at(-1)?.value === last.value
      ? [{ ...plain, question: sayOf("stated-last?"), wrong: [...superseded, ...twin] }]
      : []),
    ...(isEach
      ? [{ question: sayOf("stated-elsewhere?"), answer: each, facts: told, wrong: [partial] }]
      : []),
  ];
}

/** Begins the question with a document identified by what it alone states, so that no single search finds the answer. */
function beginAt(
  one: FamilyConstruction,
  start: Start,
  facts: readonly FamilyFact[],
): FamilyConstruction[] {
  const { family, document: first } = start;
  const { language, kind } = family.wording;
  const question = askOfTold(one.question, { kind: first.kind || kind, facts }, family);
  const isFurther = ({ document, value }: FamilyFact) =>
    !givesAway(question, value, language) &&
    !standsIn(family, first.number, value, language) &&
    isBridged(family, [first.number, document], language);
  return one.facts.every(isFurther) ? [{ ...one, question, facts: [...one.facts, ...facts] }] : [];
}

/** Chains from a document to others on its subject, drawn from all possible ones. */
export function chain(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const own = family.documents.filter(({ isTwin }) => !isTwin);
  const isDay = ({ document, value }: FamilyFact) =>
    daysStated(value).includes(family.documents[document - 1]?.published ?? "");
  const open = family.threads
    .filter(({ told }) => !told.some(isDay))
    .flatMap(thread => own.map(document => ({ thread, document })));
  const made: FamilyConstruction[] = [];
  for (const { thread, document } of shuffle(draw, open)) {
    const start = { family, document, others: own.filter(one => one !== document) };
    const asked = askedFurtherOn(thread, start);
    const facts = asked.length > 0 ? introducing(start, thread, draw) : [];
    if (facts.length > 0) made.push(...asked.flatMap(one => beginAt(one, start, facts)));
    if (made.length >= maxChains) break;
  }
  return made;
}
