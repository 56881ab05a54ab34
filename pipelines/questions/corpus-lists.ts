// Builds lists from all documents of a kind: criteria that some subjects meet and all others do not, with no subject undecided.

import type { CorpusList } from "../../schemas/questions/corpus-list.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { countOf } from "../engine/grouping.ts";
import { fold } from "../text/fold.ts";
import { drawFrom, shuffle } from "../text/random.ts";
import {
  amountReader,
  equalityTest,
  type SubjectGroup,
  type Leaf,
  type CriterionTest,
  testsOf,
} from "./corpus-criteria.ts";
import { minSubjects, type StatedValues, type Subject, subjectsOf } from "./corpus-subjects.ts";

/** Minimum and maximum number of members; a list of more than half of all subjects is not worth asking for. */
const sizes = { min: 2, max: 8, maxShare: 0.5 };
/** Maximum number of near misses that are shown with a list. */
const maxNearMisses = 3;
/** Maximum length, in characters, of a value or label in a readable question. */
const maxLength = { zh: 14, en: 40 };

export interface ListOptions {
  readonly count: number;
  readonly seed: number;
  /** Whether one item may use all these documents: no item uses documents of both splits. */
  readonly canShareItem: (documentIds: readonly string[]) => boolean;
}

/** Whether a subject meets all these tests; undefined if undecided. */
function meetsAll(subject: Subject, tests: readonly CriterionTest[]): boolean | undefined {
  const results = tests.map(test => meetsTest(test, testedValues(subject, test)));
  return results.includes(false) ? false : results.includes(undefined) ? undefined : true;
}

/** Whether a subject's current value meets a test; undefined if values that may also count would decide otherwise. */
function meetsTest(
  { meets }: CriterionTest,
  stated: StatedValues | undefined,
): boolean | undefined {
  const isMet = stated?.current ? meets(stated.current.value) : false;
  return (stated?.uncertainValues ?? []).every(value => meets(value) === isMet) ? isMet : undefined;
}

const testedValues = ({ valuesByPath }: Subject, { criterion }: CriterionTest) =>
  valuesByPath.get(criterion.path);

/** Whether an outdated value would change the result, or a member's current value replaced an earlier one. */
function isTimeSensitive(subject: Subject, tests: readonly CriterionTest[]): boolean {
  const isMember = meetsAll(subject, tests) === true;
  const changedTests = tests.filter(test =>
    testedValues(subject, test)?.earlierValues.some(
      value => isMember || test.meets(value) !== meetsAll(subject, [test]),
    ),
  );
  const others = tests.filter(test => !changedTests.includes(test));
  return changedTests.length > 0 && meetsAll(subject, others) !== false;
}

/** A subject as an entry of a list; empty if any test has no supporting fact. */
const entryOf = (subject: Subject, tests: readonly CriterionTest[]): CorpusList["others"] => {
  const facts = tests.flatMap(test => testedValues(subject, test)?.current?.id ?? []);
  return facts.length < tests.length
    ? []
    : [{ subject: subject.name, factIds: [...new Set(facts)] }];
};

/** How many of the tests a subject misses, and by how much. */
function missesOf(subject: Subject, tests: readonly CriterionTest[]): readonly [number, number] {
  const missedTests = tests.filter(test => meetsAll(subject, [test]) !== true);
  const [firstDistance] = missedTests.map(test =>
    test.distance(testedValues(subject, test)?.current?.value ?? ""),
  );
  return [missedTests.length, firstDistance ?? 0];
}

/** The list of all subjects that meet these tests; undefined if one subject is undecided or another subject shares a member's name. */
function listOf(
  tests: readonly CriterionTest[],
  subjects: readonly Subject[],
): CorpusList | undefined {
  const verdicts = subjects.map(subject => meetsAll(subject, tests));
  const members = subjects.filter((_, index) => verdicts[index]);
  const hasExtreme = tests.some(({ criterion }) => criterion.bound === null);
  const maxMembers = Math.min(sizes.max, Math.floor(subjects.length * sizes.maxShare));
  const hasFittingSize = hasExtreme
    ? members.length === 1
    : members.length >= sizes.min && members.length <= maxMembers;
  const hasUniqueName = ({ name }: Subject) =>
    subjects.filter(other => fold(other.name) === fold(name)).length === 1;
  if (verdicts.includes(undefined) || !hasFittingSize || !members.every(hasUniqueName))
    return undefined;
  const nearMisses = subjects
    .filter(subject => !members.includes(subject))
    .flatMap(subject =>
      entryOf(subject, tests).map(entry => ({ entry, missed: missesOf(subject, tests) })),
    )
    .sort((a, b) => a.missed[0] - b.missed[0] || a.missed[1] - b.missed[1])
    .slice(0, maxNearMisses);
  return {
    criteria: tests.map(({ criterion }) => criterion),
    members: members.flatMap(member => entryOf(member, tests)),
    others: nearMisses.map(({ entry }) => entry),
    isLatest: subjects.some(subject => isTimeSensitive(subject, tests)),
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
  readonly paths: readonly string[];
  readonly tests: () => readonly (readonly CriterionTest[])[];
}

/** Kinds of ideas: a value and a bound, a bound, a value and an extreme, a period, an extreme, a value. */
function ideasOf(group: SubjectGroup, leaves: readonly Leaf[]): Idea[][] {
  const amounts = leaves.filter(({ type }) => /^(?:number|money|duration|date)$/.test(type));
  const valueTests = leaves
    .filter(({ type }) => type === "choice")
    .map(leaf => {
      const currentValues = group.subjects.flatMap(
        ({ valuesByPath }) => valuesByPath.get(leaf.path)?.current?.value ?? [],
      );
      const values = [...new Set(currentValues)].filter(
        value => value.length <= maxLength[group.language],
      );
      return values.map(value => equalityTest(leaf, value));
    });
  const ideaFor = (baseTests: readonly CriterionTest[], leaf: Leaf, testPattern: RegExp): Idea => ({
    paths: [...baseTests.map(({ criterion }) => criterion.path), leaf.path],
    tests: () => {
      const subjects = group.subjects.filter(subject => meetsAll(subject, baseTests));
      return testsOf({ ...group, subjects }, leaf, sizes.max)
        .filter(({ criterion }) => testPattern.test(criterion.test))
        .map(test => [...baseTests, test]);
    },
  });
  const [bound, extreme] = [/above|below|since|before/, /greatest|least/];
  const valueIdeas = (testPattern: RegExp) =>
    valueTests.flat().flatMap(value => amounts.map(leaf => ideaFor([value], leaf, testPattern)));
  const periods = amounts
    .filter(({ type }) => type === "date")
    .flatMap(leaf =>
      testsOf(group, leaf)
        .filter(({ criterion }) => criterion.test === "since")
        .map(since => ideaFor([since], leaf, /before/)),
    );
  return [
    valueIdeas(bound),
    amounts.map(leaf => ideaFor([], leaf, bound)),
    valueIdeas(extreme),
    periods,
    amounts.map(leaf => ideaFor([], leaf, extreme)),
    // With only two values, a guess is right half the time.
    valueTests
      .filter(values => values.length > 2)
      .flat()
      .map(value => ({ paths: [value.criterion.path], tests: () => [[value]] })),
  ];
}

/** At most `count` lists drawn from the documents of these facts, all of one schema; no two use the same leaf. */
export function corpusLists(
  facts: readonly FactRow[],
  { count, seed, canShareItem }: ListOptions,
): CorpusList[] {
  const language = facts[0]?.language ?? "en";
  const group: SubjectGroup = { language, subjects: subjectsOf(facts), readAmount: amountReader() };
  const documentIdByFactId = new Map(facts.map(({ id, documentId }) => [id, documentId]));
  const isInOneSplit = ({ members }: CorpusList) =>
    canShareItem(
      members.flatMap(({ factIds }) => factIds.flatMap(id => documentIdByFactId.get(id) ?? [])),
    );
  const clarityOf = (tests: readonly CriterionTest[]) => Math.min(...tests.map(({ gap }) => gap));
  const draw = drawFrom(seed);
  const leaves = group.subjects.length < minSubjects ? [] : leavesOf(facts, language);
  const ideaQueues = ideasOf(group, leaves).map(ideas => shuffle(draw, ideas));
  const usedPaths = new Set<string>();
  /** The clearest list of the next idea that yields one. */
  const takeNextList = (ideas: Idea[]): CorpusList | undefined => {
    for (let idea = ideas.shift(); idea; idea = ideas.shift()) {
      if (idea.paths.some(path => usedPaths.has(path))) continue;
      for (const tests of idea.tests().toSorted((a, b) => clarityOf(b) - clarityOf(a))) {
        const list = listOf(tests, group.subjects);
        if (!list || !isInOneSplit(list)) continue;
        for (const path of idea.paths) usedPaths.add(path);
        return list;
      }
    }
    return undefined;
  };
  const lists: CorpusList[] = [];
  while (lists.length < count && ideaQueues.some(ideas => ideas.length > 0))
    for (const ideas of ideaQueues)
      lists.push(...[takeNextList(ideas)].flatMap(list => list ?? []));
  return lists.slice(0, count);
}
