// Questions on a family that are true by construction: what held on a day, what changed, what holds, what is disputed.

import type { FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import {
  changesApart,
  daysOf as documentDays,
  disputedValues,
  heldAt,
  type Thread,
} from "../../text/family-facts.ts";
import { type Draw, pick } from "../../text/random.ts";
import type { HeldValue } from "../../text/timeline.ts";
import { dayInWords, daysOf, isoOf } from "../../text/written-values.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { documentOf, sayerOf } from "./family-wording.ts";
import { givesAway, listOf, upperFirst } from "./phrase.ts";

type Wrong = FamilyConstruction["wrong"][number];

/** The wrong answer of a reader who trusts these facts. */
export const wrong = (
  answer: string,
  trap: Wrong["trap"],
  facts: readonly FamilyFact[],
): Wrong => ({
  answer,
  trap,
  documents: [...new Set(facts.map(({ document }) => document))],
});

/** The documents' statements of a value, neither stale nor disputed. */
export const telling = ({ told }: Thread, value: string): FamilyFact[] =>
  told.filter(fact => fact.value === value && fact.standing === undefined);

/** The near-twin's answer in the same words, if its value differs. */
export const ofTwin = (
  { twin }: Thread,
  right: string,
  answer: (value: FamilyFact) => string,
): Wrong[] => (twin && twin.value !== right ? [wrong(answer(twin), "twin", [twin])] : []);

/** All facts with the same value as this one. */
const saying = ({ told }: Thread, { value }: FamilyFact): FamilyFact[] =>
  told.filter(fact => fact.value === value);

/** A day drawn strictly between two days (ISO); undefined if there is none. */
function dayBetween(from: string, to: string, draw: Draw): string | undefined {
  const [first, last] = [daysOf(from)?.first, daysOf(to)?.first];
  if (first === undefined || last === undefined || last - first < 2) return undefined;
  return isoOf(first + 1 + draw(last - first - 1));
}

/** For each change on a day of its own, one day before and one after, between it and the neighbouring documents. */
export function asOf(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const days = documentDays(family);
  return family.threads.flatMap(thread =>
    changesApart(thread, days).flatMap(({ from }) => {
      const around = [days.findLast(day => day < from), from, days.find(day => day > from)];
      return [0, 1].flatMap(at => {
        const day = dayBetween(around[at] ?? "", around[at + 1] ?? "", draw);
        return day === undefined ? [] : onDay(family, thread, day);
      });
    }),
  );
}

function onDay(family: AskableFamily, thread: Thread, day: string): FamilyConstruction[] {
  const { wording } = family;
  const held = heldAt(thread, day);
  const right = held && telling(thread, held.value)[0];
  const next = held && thread.held[thread.held.indexOf(held) + 1];
  if (!right || (held.from !== null && right.from !== held.from)) return [];
  const sayOf = sayerOf(thread, family);
  const asked = dayInWords(day, wording.language);
  const answer = (fact: FamilyFact) => sayOf("held-on-day", fact, { day: asked });
  const question = sayOf("held-on-day?", undefined, { day: asked });
  // An undated value holds until the first dated one.
  const until = held.from === null ? thread.told.filter(({ from }) => from === next?.from) : [];
  const before = thread.held[thread.held.indexOf(held) - 1];
  const ofAnotherDay = (at: HeldValue | undefined, trap: Wrong["trap"]): Wrong[] => {
    const facts = at ? telling(thread, at.value) : [];
    return facts.slice(0, 1).map(fact => wrong(answer(fact), trap, facts));
  };
  if (givesAway(question, right.value, wording.language)) return [];
  return [
    {
      question,
      answer: answer(right),
      facts: [right, ...until.slice(0, 1)],
      asOf: day,
      wrong: [
        ...ofAnotherDay(before, "superseded"),
        ...ofAnotherDay(next?.value === before?.value ? undefined : next, "later"),
        ...ofTwin(thread, right.value, answer),
      ],
    },
  ];
}

/** Questions on values replaced on known days; the first value is only in documents before the last. */
export function whatChanged(family: AskableFamily): FamilyConstruction[] {
  const { wording } = family;
  const days = documentDays(family);
  return family.threads.flatMap((thread): FamilyConstruction[] => {
    const facts = thread.held.flatMap(({ value }) => telling(thread, value).slice(0, 1));
    const [old, ...later] = facts;
    const changes = changesApart(thread, days);
    const isWhole = facts.length === thread.held.length && changes.length === later.length;
    if (!old || later.length === 0 || !isWhole) return [];
    const sayOf = sayerOf(thread, family);
    const course = [
      sayOf("changed-first", old),
      ...changes.map(({ from }, at) =>
        sayOf("changed-then", later[at], { day: dayInWords(from, wording.language) }),
      ),
    ];
    const list = wording.language === "zh" ? course.join("，") : listOf(course, "en");
    return [
      {
        question: sayOf("changed?"),
        answer: sayOf("changed", old, { list }),
        facts,
        wrong: [wrong(sayOf("changed-never", old), "superseded", [old])],
      },
    ];
  });
}

/** The sentence in which a document names the source of a value; without it the value could be a later change. */
function takenOver(
  { label }: Thread,
  stale: FamilyFact,
  old: FamilyFact,
  { documents, wording }: AskableFamily,
): FamilyFact[] {
  const [copy, source] = [stale, old].map(({ document }) => documents[document - 1]);
  const day = source?.published && dayInWords(source.published, wording.language);
  const said = copy?.sentences.find(
    ({ text }) => day && text.includes(day) && text.includes(label),
  );
  return said ? [{ ...stale, sentences: [said.number] }] : [];
}

/** Questions on the value that holds instead of one that a document copied after it had ceased to hold. */
export const whichHolds = (family: AskableFamily): FamilyConstruction[] =>
  family.threads.flatMap(thread =>
    thread.told.flatMap((stale): FamilyConstruction[] => {
      const { holds, standing } = stale;
      const right = holds && telling(thread, holds.value).find(({ from }) => from === holds.from);
      const [old] = telling(thread, stale.value).filter(
        ({ document }) => document < stale.document,
      );
      const source = old ? takenOver(thread, stale, old, family) : [];
      if (standing !== "stale" || !right || !old || source.length === 0) return [];
      const sayOf = sayerOf(thread, family);
      const answer = (fact: FamilyFact) => sayOf("holds", fact);
      const why = {
        day: dayInWords(holds.from, family.wording.language),
        shown: documentOf(right, family),
        kept: documentOf(stale, family),
        copied: documentOf(old, family),
      };
      return [
        {
          question: sayOf("holds?"),
          answer: sayOf("holds-why", right, why),
          facts: [right, stale, old, ...source],
          wrong: [
            wrong(answer(stale), "stale", saying(thread, stale)),
            ...ofTwin(thread, right.value, answer),
          ],
        },
      ];
    }),
  );

/** Questions on what documents state differently, with nothing to decide between them. */
export function disagreement(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  return family.threads.flatMap((thread): FamilyConstruction[] => {
    const facts = disputedValues(thread);
    if (facts.length === 0) return [];
    const sayOf = sayerOf(thread, family);
    const answer = (fact: FamilyFact) => sayOf("holds", fact);
    const clauses = facts.map(fact => sayOf("states", fact, { source: documentOf(fact, family) }));
    const one = pick(draw, facts);
    const list = clauses.join(family.wording.language === "zh" ? "；" : "; ");
    return [
      {
        question: sayOf("states?"),
        answer: upperFirst(sayOf("disagree", undefined, { list })),
        facts,
        wrong: [
          wrong(answer(one), "partial", saying(thread, one)),
          ...ofTwin(thread, one.value, answer),
        ],
      },
    ];
  });
}
