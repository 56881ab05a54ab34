// Makes lists over all documents of a kind: criteria that some subjects meet and all others do not, with none left open.

import type { CorpusList } from "../../schemas/questions/lists.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { countOf } from "../engine/grouping.ts";
import { fold } from "../text/fold.ts";
import { drawFrom, shuffle } from "../text/random.ts";
import {
  amountReader,
  isValue,
  type Kind,
  type Leaf,
  type Test,
  testsOf,
} from "./corpus-criteria.ts";
import { minSubjects, type Stated, type Subject, subjectsOf } from "./corpus-subjects.ts";

/** The fewest and most members of a list; a list of more than half of all subjects is not worth looking for. */
const sizes = { least: 2, most: 8, share: 0.5 };
/** The most near misses that are shown with a list. */
const maxOthers = 3;
/** The maximum length, in characters, of a value or label in a readable question. */
const maxLength = { zh: 14, en: 40 };

export interface ListOptions {
  readonly count: number;
  readonly seed: number;
  /** Whether one item may use all these documents: no item mixes dev and test. */
  readonly isOneSide: (documentIds: readonly string[]) => boolean;
}

/** Whether a subject meets all these tests; undefined if that is open. */
function decided(subject: Subject, tests: readonly Test[]): boolean | undefined {
  const all = tests.map(test => truthOf(test, statedBy(subject, test)));
  return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
}

function truthOf({ meets }: Test, stated: Stated | undefined): boolean | undefined {
  const now = stated?.now ? meets(stated.now.value) : false;
  return (stated?.open ?? []).every(value => meets(value) === now) ? now : undefined;
}

const statedBy = ({ stated }: Subject, { criterion }: Test) => stated.get(criterion.path);

/** Whether an outdated value would change the result, or a member's current value replaced an earlier one. */
function hasTurned(subject: Subject, tests: readonly Test[]): boolean {
  const isMember = decided(subject, tests) === true;
  const turned = tests.filter(test =>
    statedBy(subject, test)?.before.some(
      value => isMember || test.meets(value) !== decided(subject, [test]),
    ),
  );
  const others = tests.filter(test => !turned.includes(test));
  return turned.length > 0 && decided(subject, others) !== false;
}

const listed = (subject: Subject, tests: readonly Test[]): CorpusList["others"] => {
  const facts = tests.flatMap(test => statedBy(subject, test)?.now?.id ?? []);
  return facts.length < tests.length
    ? []
    : [{ subject: subject.name, factIds: [...new Set(facts)] }];
};

/** How many of the tests a subject misses, and by how much. */
function misses(subject: Subject, tests: readonly Test[]): readonly [number, number] {
  const missed = tests.filter(test => decided(subject, [test]) !== true);
  const [first] = missed.map(test => test.distance(statedBy(subject, test)?.now?.value ?? ""));
  return [missed.length, first ?? 0];
}

/** The list of all subjects that meet these tests; undefined if one is undecided or two share a member's name. */
function listOf(tests: readonly Test[], subjects: readonly Subject[]): CorpusList | undefined {
  const truths = subjects.map(subject => decided(subject, tests));
  const members = subjects.filter((_, at) => truths[at]);
  const isOne = tests.some(({ criterion }) => criterion.bound === null);
  const most = Math.min(sizes.most, Math.floor(subjects.length * sizes.share));
  const fits = isOne
    ? members.length === 1
    : members.length >= sizes.least && members.length <= most;
  const hasUniqueName = ({ name }: Subject) =>
    subjects.filter(other => fold(other.name) === fold(name)).length === 1;
  if (truths.includes(undefined) || !fits || !members.every(hasUniqueName)) return undefined;
  const others = subjects
    .filter(subject => !members.includes(subject))
    .flatMap(subject =>
      listed(subject, tests).map(other => ({ other, by: misses(subject, tests) })),
    )
    .sort((a, b) => a.by[0] - b.by[0] || a.by[1] - b.by[1])
    .slice(0, maxOthers);
  return {
    criteria: tests.map(({ criterion }) => criterion),
    members: members.flatMap(member => listed(member, tests)),
    others: others.map(({ other }) => other),
    isLatest: subjects.some(subject => hasTurned(subject, tests)),
  };
}

/** The leaves that documents may state, if their label is unique and reads well. */
function leavesOf(facts: readonly FactRow[], language: "zh" | "en"): Leaf[] {
  const leaves = [...new Map(facts.map(fact => [fact.path, fact] as const)).values()];
  const labels = countOf(leaves.map(({ label }) => fold(label)));
  return leaves
    .filter(({ label }) => labels.get(fold(label)) === 1)
    .filter(({ label }) => label.length <= maxLength[language] && !/[\d()（）[\]]/.test(label))
    .map(({ path, label, type }) => ({ path, label, type }));
}

/** An idea for a list: the leaves it uses, and the tests made from them. */
interface Idea {
  readonly uses: readonly string[];
  readonly tests: () => readonly (readonly Test[])[];
}

/** Kinds of ideas: a value and a bound, a bound, a value and an extreme, a period, an extreme, a value. */
function ideasOf(kind: Kind, leaves: readonly Leaf[]): Idea[][] {
  const amounts = leaves.filter(({ type }) => /^(?:number|money|duration|date)$/.test(type));
  const choices = leaves
    .filter(({ type }) => type === "choice")
    .map(leaf => {
      const current = kind.subjects.flatMap(
        ({ stated }) => stated.get(leaf.path)?.now?.value ?? [],
      );
      const values = [...new Set(current)].filter(
        value => value.length <= maxLength[kind.language],
      );
      return values.map(value => isValue(leaf, value));
    });
  const idea = (first: readonly Test[], leaf: Leaf, keep: RegExp): Idea => ({
    uses: [...first.map(({ criterion }) => criterion.path), leaf.path],
    tests: () => {
      const subjects = kind.subjects.filter(subject => decided(subject, first));
      return testsOf({ ...kind, subjects }, leaf, sizes.most)
        .filter(({ criterion }) => keep.test(criterion.test))
        .map(test => [...first, test]);
    },
  });
  const [bound, extreme] = [/above|below|since|before/, /greatest|least/];
  const ofValues = (keep: RegExp) =>
    choices.flat().flatMap(value => amounts.map(leaf => idea([value], leaf, keep)));
  const periods = amounts
    .filter(({ type }) => type === "date")
    .flatMap(leaf =>
      testsOf(kind, leaf)
        .filter(({ criterion }) => criterion.test === "since")
        .map(since => idea([since], leaf, /before/)),
    );
  return [
    ofValues(bound),
    amounts.map(leaf => idea([], leaf, bound)),
    ofValues(extreme),
    periods,
    amounts.map(leaf => idea([], leaf, extreme)),
    // With only two values, a guess is right half of the time.
    choices
      .filter(values => values.length > 2)
      .flat()
      .map(value => ({ uses: [value.criterion.path], tests: () => [[value]] })),
  ];
}

/** At most `count` lists over the documents of these facts, all of one schema; no two use the same leaf. */
export function corpusLists(
  facts: readonly FactRow[],
  { count, seed, isOneSide }: ListOptions,
): CorpusList[] {
  const language = facts[0]?.language ?? "en";
  const kind: Kind = { language, subjects: subjectsOf(facts), read: amountReader() };
  const documentOf = new Map(facts.map(({ id, documentId }) => [id, documentId]));
  const isTogether = ({ members }: CorpusList) =>
    isOneSide(members.flatMap(({ factIds }) => factIds.flatMap(id => documentOf.get(id) ?? [])));
  const clearness = (tests: readonly Test[]) => Math.min(...tests.map(({ gap }) => gap));
  const draw = drawFrom(seed);
  const leaves = kind.subjects.length < minSubjects ? [] : leavesOf(facts, language);
  const open = ideasOf(kind, leaves).map(ideas => shuffle(draw, ideas));
  const used = new Set<string>();
  /** The clearest list of the next idea that yields one. */
  const next = (ideas: Idea[]): CorpusList | undefined => {
    for (let idea = ideas.shift(); idea; idea = ideas.shift()) {
      if (idea.uses.some(path => used.has(path))) continue;
      for (const tests of idea.tests().toSorted((a, b) => clearness(b) - clearness(a))) {
        const list = listOf(tests, kind.subjects);
        if (!list || !isTogether(list)) continue;
        for (const path of idea.uses) used.add(path);
        return list;
      }
    }
    return undefined;
  };
  const lists: CorpusList[] = [];
  while (lists.length < count && open.some(ideas => ideas.length > 0))
    for (const ideas of open) lists.push(...[next(ideas)].flatMap(list => list ?? []));
  return lists.slice(0, count);
}
