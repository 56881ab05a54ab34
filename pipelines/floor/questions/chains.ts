// Chains that are true by construction: a document told by what it alone states, and what only others on its subject state.

import type { FamilyDocument, FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import { bridgeBetween, leadsTo, standsIn } from "../../text/family-chains.ts";
import type { Thread } from "../../text/family-facts.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import { daysStated } from "../../text/stated-value.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { askOfTold } from "./family-descriptions.ts";
import { ofTwin, sayerOf, telling, wrong } from "./family-kinds.ts";
import { documentOf } from "./family-wording.ts";
import { givesAway } from "./giveaway.ts";
import { asSentence } from "./phrase.ts";

/** Values that tell a document, at least and at most. */
const sizes = { least: 2, most: 4 };

interface Start {
  readonly family: AskableFamily;
  readonly document: FamilyDocument;
  /** The family's other documents. */
  readonly others: readonly FamilyDocument[];
  /** What no other of them states. */
  readonly alone: readonly FamilyFact[];
}

function startAt(family: AskableFamily, document: FamilyDocument): Start {
  const { language } = family.wording;
  const others = family.documents.filter(one => !one.isTwin && one !== document);
  const alone = family.threads
    .flatMap(({ told }) => told)
    .filter(fact => fact.document === document.number && fact.standing === undefined)
    .filter(({ value }) => !others.some(({ number }) => standsIn(family, number, value, language)));
  return { family, document, others, alone };
}

/** The fewest that together fit its document and no other; none where there are too many. */
function introducing({ family, alone }: Start, { path }: Thread, draw: Draw): FamilyFact[] {
  const chosen: FamilyFact[] = [];
  for (const next of shuffle(
    draw,
    alone.filter(fact => fact.path !== path),
  )) {
    if (chosen.length >= sizes.least && leadsTo(chosen, family)) break;
    chosen.push(next);
  }
  const isMany = chosen.length < sizes.least || chosen.length > sizes.most;
  return isMany || !leadsTo(chosen, family) ? [] : chosen;
}

/** What others state of a thing: one value, what they last say of several, or what each says. */
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
  // A near-twin that states the same would be as good a find.
  if (replaced.size === 0)
    return told.length < thread.told.length || thread.twin?.value === last.value
      ? []
      : [{ ...plain, question: sayOf("states?"), wrong: twin }];
  const superseded = [...replaced.values()].map(fact =>
    wrong(answer(fact), "superseded", telling(thread, fact.value)),
  );
  const isLast = last.document === family.documents.findLast(({ isTwin }) => !isTwin)?.number;
  const isEach = told.length === others.length && values.size === told.length && told.length > 1;
  const sources = told.map(fact => {
    const source = others.find(({ number }) => number === fact.document);
    return sayOf("stated-by", fact, { source: source ? documentOf(source, family.wording) : "" });
  });
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

/** Of every document that alone states some things what a name in it leads to in others on its subject. */
export function chain(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const { language } = family.wording;
  const starts = family.documents
    .filter(({ isTwin }) => !isTwin)
    .map(document => startAt(family, document));
  const isDay = ({ document, value }: FamilyFact) =>
    daysStated(value, language).includes(family.documents[document - 1]?.published ?? "");
  const threads = family.threads.filter(({ told }) => !told.some(isDay));
  return starts.flatMap(start =>
    threads.flatMap(thread =>
      askedFurtherOn(thread, start).flatMap((one): FamilyConstruction[] => {
        const { number, kind: own } = start.document;
        const kind = own || family.wording.kind;
        const facts = introducing(start, thread, draw);
        const question = askOfTold(one.question, { kind, facts }, family);
        const isFurther = ({ document, value }: FamilyFact) =>
          bridgeBetween(family, [number, document], language) !== undefined &&
          !standsIn(family, number, value, language) &&
          !givesAway(question, value, language);
        return facts.length > 0 && one.facts.every(isFurther)
          ? [{ ...one, question, facts: [...one.facts, ...facts] }]
          : [];
      }),
    ),
  );
}
