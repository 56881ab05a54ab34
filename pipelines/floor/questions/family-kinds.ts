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
import { daysOf, isoOf } from "../../text/written-values.ts";
import type { AskableFamily, FamilyConstruction } from "./family-askable.ts";
import { dayOf, documentOf, isAre, labelOf, ofZh, valueOf, whichOf } from "./family-wording.ts";
import { givesAway } from "./giveaway.ts";
import { listOf, lowerFirst, upperFirst } from "./phrase.ts";

const numbersOf = (facts: readonly FamilyFact[]): number[] => [
  ...new Set(facts.map(({ document }) => document)),
];

/** The documents' own statements of a value that simply holds. */
const telling = ({ told }: Thread, value: string): FamilyFact[] =>
  told.filter(fact => fact.value === value && fact.standing === undefined);

/** The near-twin's answer in the same words, where it has another value. */
function twinAnswer(
  thread: Pick<Thread, "twin">,
  right: string,
  say: (value: FamilyFact) => string,
): FamilyConstruction["wrong"] {
  const { twin } = thread;
  return twin && twin.value !== right
    ? [{ answer: say(twin), trap: "twin", documents: [twin.document] }]
    : [];
}

/** A day drawn strictly between two days (ISO); undefined where none lies between. */
function dayBetween(from: string, to: string, draw: Draw): string | undefined {
  const [first, last] = [daysOf(from)?.first, daysOf(to)?.first];
  if (first === undefined || last === undefined || last - first < 2) return undefined;
  return isoOf(first + 1 + draw(last - first - 1));
}

/** Of each change on a day of its own the days between it and the documents around it, one before and one after. */
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
  const { wording, subject } = family;
  const held = heldAt(thread, day);
  const right = held && telling(thread, held.value)[0];
  const next = held && thread.held[thread.held.indexOf(held) + 1];
  if (!right || (held.from !== null && right.from !== held.from)) return [];
  const [asked, label] = [dayOf(day, wording), labelOf(thread, wording)];
  const say = (fact: FamilyFact) =>
    wording.language === "zh"
      ? `${asked}时，${ofZh(subject, label)}为${valueOf(fact)}。`
      : `On ${asked}, ${label} for ${subject} ${isAre(thread, "then")} ${valueOf(fact)}.`;
  // What no document dates holds until the first that does.
  const until = held.from === null ? thread.told.filter(({ from }) => from === next?.from) : [];
  const before = thread.held.slice(0, thread.held.indexOf(held)).at(-1);
  const replaced = before ? telling(thread, before.value).slice(0, 1) : [];
  return [
    {
      question:
        wording.language === "zh"
          ? `${asked}那天，${ofZh(subject, label)}${whichOf(thread, wording)}？`
          : `${whichOf(thread, wording)} ${isAre(thread, "then")} ${label} for ${subject} on ${asked}?`,
      answer: say(right),
      facts: [right, ...until.slice(0, 1)],
      asOf: day,
      members: [],
      wrong: [
        ...replaced.map(fact => ({
          answer: say(fact),
          trap: "superseded" as const,
          documents: numbersOf(telling(thread, fact.value)),
        })),
        ...twinAnswer(thread, right.value, say),
      ],
    },
  ].filter(({ question }) => !givesAway(question, right.value, wording.language));
}

/** What was replaced by what on days of their own; the first value is only in documents before the last. */
export function whatChanged(family: AskableFamily): FamilyConstruction[] {
  const { threads, wording, subject } = family;
  const days = documentDays(family);
  return threads.flatMap((thread): FamilyConstruction[] => {
    const facts = thread.held.flatMap(({ value }) => telling(thread, value).slice(0, 1));
    const [old, ...later] = facts;
    const changes = changesApart(thread, days);
    const isWhole = facts.length === thread.held.length && changes.length === later.length;
    if (!old || later.length === 0 || !isWhole) return [];
    const [label, isZh] = [labelOf(thread, wording), wording.language === "zh"];
    const was = valueOf(old);
    const since = changes.map(({ from }, at) => {
      const now = valueOf(later[at] ?? old);
      const day = dayOf(from, wording);
      return isZh ? `自${day}起改为${now}` : `${now} from ${day} on`;
    });
    const question = isZh
      ? `${ofZh(subject, label)}后来有什么变化，从哪天起？`
      : `How did ${label} for ${subject} change, and from which day?`;
    const answer = isZh
      ? `${ofZh(subject, label)}原为${was}，${since.join("，")}。`
      : `For ${subject}, ${label} ${isAre(thread, "then")} ${listOf([`${was} at first`, ...since], "en")}.`;
    const unchanged = isZh
      ? `${ofZh(subject, label)}一直为${was}，没有变化。`
      : `For ${subject}, ${label} ${isAre(thread, "then")} ${was} throughout.`;
    const wrong: FamilyConstruction["wrong"] = [
      { answer: unchanged, trap: "superseded", documents: [old.document] },
    ];
    return [{ question, answer, facts, asOf: null, members: [], wrong }];
  });
}

/** What holds instead of a value that a document copied after it had ceased to hold. */
export function whichHolds(family: AskableFamily): FamilyConstruction[] {
  const { threads, wording, subject } = family;
  return threads.flatMap(thread =>
    thread.told.flatMap((stale): FamilyConstruction[] => {
      const { holds, standing } = stale;
      const right = holds && telling(thread, holds.value).find(({ from }) => from === holds.from);
      const kept = family.documents.find(({ number }) => number === stale.document);
      const shown = family.documents.find(({ number }) => number === right?.document);
      // Without what it was copied from, it could as well be a later change.
      const [old] = telling(thread, stale.value).filter(
        ({ document }) => document < stale.document,
      );
      const copied = family.documents.find(({ number }) => number === old?.document);
      if (standing !== "stale" || !right || !old || !kept || !shown || !copied) return [];
      const label = labelOf(thread, wording);
      const day = dayOf(holds.from, wording);
      const isZh = wording.language === "zh";
      const say = (fact: FamilyFact) =>
        isZh
          ? `${ofZh(subject, label)}为${valueOf(fact)}。`
          : `For ${subject}, ${label} ${isAre(thread, "now")} ${valueOf(fact)}.`;
      const why = isZh
        ? `${documentOf(shown, wording)}载明，自${day}起为${valueOf(right)}；${documentOf(kept, wording)}沿用的是${documentOf(copied, wording)}中此前的内容。因此，`
        : `According to ${documentOf(shown, wording)}, ${label} ${isAre(thread, "then")} ${valueOf(right)} from ${day} on; what ${documentOf(kept, wording)} gives is from before that day, as in ${documentOf(copied, wording)}. Therefore, `;
      return [
        {
          question: isZh
            ? `办理与${subject}有关的事，${label}应以什么为准，为什么？`
            : `Which value of ${label} for ${subject} is to be relied on, and why?`,
          answer: `${why}${isZh ? say(right) : lowerFirst(say(right))}`,
          facts: [right, stale, old],
          asOf: null,
          members: [],
          wrong: [
            {
              answer: say(stale),
              trap: "stale",
              documents: numbersOf(thread.told.filter(({ value }) => value === stale.value)),
            },
            ...twinAnswer(thread, right.value, say),
          ],
        },
      ];
    }),
  );
}

/** What documents state differently, with nothing that decides between them. */
export function disagreement(family: AskableFamily, draw: Draw): FamilyConstruction[] {
  const { threads, wording, subject } = family;
  return threads.flatMap((thread): FamilyConstruction[] => {
    const facts = disputedValues(thread);
    if (facts.length === 0) return [];
    const label = labelOf(thread, wording);
    const isZh = wording.language === "zh";
    const clauses = facts.map(fact => {
      const document = family.documents.find(({ number }) => number === fact.document);
      const source = document ? documentOf(document, wording) : "";
      return isZh ? `${source}记为${valueOf(fact)}` : `${source} gives ${valueOf(fact)}`;
    });
    const say = (fact: FamilyFact) =>
      isZh
        ? `${ofZh(subject, label)}为${valueOf(fact)}。`
        : `For ${subject}, ${label} ${isAre(thread, "now")} ${valueOf(fact)}.`;
    const one = pick(draw, facts);
    return [
      {
        question: isZh
          ? `${ofZh(subject, label)}${whichOf(thread, wording)}？`
          : `${whichOf(thread, wording)} ${isAre(thread, "now")} ${label} for ${subject}?`,
        answer: isZh
          ? `${clauses.join("；")}。因此，各份文档对${label}说法不一，无从判断。`
          : `${upperFirst(clauses.join("; "))}. Therefore, the documents disagree on ${label}, and nothing in them decides.`,
        facts,
        asOf: null,
        members: [],
        wrong: [
          {
            answer: say(one),
            trap: "partial",
            documents: numbersOf(thread.told.filter(({ value }) => value === one.value)),
          },
          ...twinAnswer(thread, one.value, say),
        ],
      },
    ];
  });
}
