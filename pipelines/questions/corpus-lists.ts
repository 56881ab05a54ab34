// Lists over all documents of a kind: criteria that some subjects meet, all others do not, and nothing leaves open.

import type { CorpusList } from "../../schemas/questions/lists.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { countOf } from "../engine/grouping.ts";
import { fold } from "../text/fold.ts";
import { drawFrom, shuffle } from "../text/random.ts";
import { boundsOf, extremesOf, isValue, type Leaf, type Test } from "./corpus-criteria.ts";
import { type Stated, type Subject, subjectsOf } from "./corpus-subjects.ts";

/** Members of a list, at least and at most; more than half of all subjects make no list worth looking for. */
const sizes = { least: 2, most: 8, share: 0.5 };
/** Subjects that come near a list and are shown beside it. */
const mostOthers = 3;
/** Signs of a value or label that a question still reads well with. */
const longest = { zh: 14, en: 40 };

export interface ListOptions {
  readonly count: number;
  readonly seed: number;
  /** Whether these documents may stand behind one item: of dev or of test. */
  readonly isOneSide: (documentIds: readonly string[]) => boolean;
}

type Truth = "yes" | "no" | "open";

function truthOf({ meets }: Test, stated: Stated | undefined): Truth {
  const now = stated?.now ? meets(stated.now.value) : false;
  const isClear = now !== undefined && (stated?.open ?? []).every(value => meets(value) === now);
  return isClear ? (now ? "yes" : "no") : "open";
}

const statedBy = ({ stated }: Subject, { criterion: { path } }: Test) => stated.get(path);

/** Whether a value that no longer holds would decide it otherwise. */
const turned = (test: Test, stated: Stated | undefined): boolean =>
  (stated?.before ?? []).some(value => test.meets(value) !== (truthOf(test, stated) === "yes"));

const listed = (subject: Subject, tests: readonly Test[]): CorpusList["others"] => {
  const factIds = tests.flatMap(test => statedBy(subject, test)?.now?.id ?? []);
  return factIds.length === tests.length
    ? [{ subject: subject.name, factIds: [...new Set(factIds)] }]
    : [];
};

/** Those that come nearest without meeting all tests: by the tests they meet, then by how little they lack. */
function nearest(rest: readonly Subject[], tests: readonly Test[]): Subject[] {
  const known = rest.map(subject => {
    const missed = tests.filter(test => truthOf(test, statedBy(subject, test)) === "no");
    const value = (test: Test) => statedBy(subject, test)?.now?.value ?? "";
    return { subject, missed: missed.length, far: missed.map(test => test.distance(value(test))) };
  });
  return known
    .sort((a, b) => a.missed - b.missed || (a.far[0] ?? 0) - (b.far[0] ?? 0))
    .map(({ subject }) => subject);
}

/** The list of all subjects that meet these tests; undefined where one may or may not, or cannot be told by its name. */
function listOf(tests: readonly Test[], subjects: readonly Subject[]): CorpusList | undefined {
  const truths = subjects.map(subject => tests.map(test => truthOf(test, statedBy(subject, test))));
  const isMember = (at: number) => truths[at]?.every(truth => truth === "yes") ?? false;
  if (truths.some((all, at) => !all.includes("no") && !isMember(at))) return undefined;
  const members = subjects.filter((_, at) => isMember(at));
  const rest = subjects.filter((_, at) => !isMember(at));
  const named = countOf(subjects.map(({ name }) => fold(name)));
  if (members.some(({ name }) => named.get(fold(name)) !== 1)) return undefined;
  const isLatest = subjects.some(subject => {
    const isTurned = tests.map(test => turned(test, statedBy(subject, test)));
    const isOpen = tests.every(
      (test, at) => isTurned[at] || truthOf(test, statedBy(subject, test)) === "yes",
    );
    return isOpen && isTurned.includes(true);
  });
  return {
    criteria: tests.map(({ criterion }) => criterion),
    members: members.flatMap(member => listed(member, tests)),
    others: nearest(rest, tests)
      .flatMap(other => listed(other, tests))
      .slice(0, mostOthers),
    isLatest,
  };
}

/** What a list may be made of: leaves and values, and the tests that come of them. */
interface Idea {
  readonly uses: readonly string[];
  readonly tests: () => readonly (readonly Test[])[];
}

/** The leaves that all subjects' documents may state, each under a label of its own that reads well. */
function leavesOf(facts: readonly FactRow[], language: "zh" | "en"): Leaf[] {
  const first = new Map(facts.map(fact => [fact.path, fact] as const));
  const labels = countOf([...first.values()].map(({ label }) => fold(label)));
  return [...first.values()]
    .filter(({ label }) => labels.get(fold(label)) === 1)
    .filter(({ label }) => label.length <= longest[language] && !/[\d()（）[\]]/.test(label))
    .map(({ path, label, type }) => ({ path, label, type }));
}

/** Kinds of ideas in turn: a value and a bound, a bound or period, an extreme of a value, of all, a value. */
function ideasOf(
  subjects: readonly Subject[],
  leaves: readonly Leaf[],
  language: "zh" | "en",
): Idea[][] {
  const amounts = leaves.filter(({ type }) => /^(?:number|money|duration|date)$/.test(type));
  const values = leaves
    .filter(({ type }) => type === "choice")
    .flatMap(leaf => {
      const told = subjects.flatMap(({ stated }) => stated.get(leaf.path)?.now?.value ?? []);
      return [...new Set(told)]
        .filter(value => value.length <= longest[language])
        .map(value => ({ leaf, test: isValue(leaf, value), isAlone: new Set(told).size > 2 }));
    });
  const alone = (of: typeof boundsOf) =>
    amounts.map((leaf): Idea => {
      const tests = () => of(subjects, leaf, language).map(test => [test]);
      return { uses: [leaf.path], tests };
    });
  const within = (of: typeof boundsOf) =>
    values.flatMap(({ test }) =>
      amounts.map((leaf): Idea => {
        const those = () =>
          subjects.filter(subject => truthOf(test, statedBy(subject, test)) === "yes");
        const uses = [leaf.path, test.criterion.path];
        return { uses, tests: () => of(those(), leaf, language).map(other => [test, other]) };
      }),
    );
  const periods = amounts
    .filter(({ type }) => type === "date")
    .map((leaf): Idea => ({ uses: [leaf.path], tests: () => periodsOf(subjects, leaf, language) }));
  const valuesAlone = values
    .filter(({ isAlone }) => isAlone)
    .map(({ leaf, test }): Idea => ({ uses: [leaf.path], tests: () => [[test]] }));
  return [
    within(boundsOf),
    alone(boundsOf),
    within(extremesOf),
    periods,
    alone(extremesOf),
    valuesAlone,
  ];
}

function periodsOf(subjects: readonly Subject[], leaf: Leaf, language: "zh" | "en"): Test[][] {
  const bounds = boundsOf(subjects, leaf, language);
  const of = (test: string) => bounds.filter(({ criterion }) => criterion.test === test);
  return of("since").flatMap((since, at) =>
    of("before")
      .slice(at + 1, at + 1 + sizes.most)
      .map(before => [since, before]),
  );
}

const isExtreme = ({ criteria }: CorpusList): boolean =>
  criteria.some(({ bound }) => bound === null);

/** The clearest list of an idea that is neither too long nor too short. */
function bestOf(
  idea: Idea,
  subjects: readonly Subject[],
  isOneSide: (list: CorpusList) => boolean,
): CorpusList | undefined {
  const clearness = (tests: readonly Test[]) => Math.min(...tests.map(({ gap }) => gap));
  const most = Math.min(sizes.most, Math.floor(subjects.length * sizes.share));
  const fits = (list: CorpusList) =>
    isExtreme(list)
      ? list.members.length === 1 && list.others.length >= sizes.least
      : list.members.length >= sizes.least && list.members.length <= most;
  for (const tests of idea.tests().toSorted((a, b) => clearness(b) - clearness(a))) {
    const list = listOf(tests, subjects);
    if (list && fits(list) && isOneSide(list)) return list;
  }
  return undefined;
}

/** At most so many lists over the documents that these facts are of, all of one schema; no two turn on one leaf. */
export function corpusLists(
  facts: readonly FactRow[],
  { count, seed, isOneSide }: ListOptions,
): CorpusList[] {
  const language = facts[0]?.language ?? "en";
  const subjects = subjectsOf(facts);
  const documentOf = new Map(facts.map(({ id, documentId }) => [id, documentId]));
  const isTogether = ({ members }: CorpusList) =>
    isOneSide(members.flatMap(({ factIds }) => factIds.flatMap(id => documentOf.get(id) ?? [])));
  const draw = drawFrom(seed);
  const open = ideasOf(subjects, leavesOf(facts, language), language).map(ideas =>
    shuffle(draw, ideas),
  );
  const used = new Set<string>();
  const lists: CorpusList[] = [];
  while (lists.length < count && open.some(ideas => ideas.length > 0))
    for (const ideas of open) {
      for (let idea = ideas.shift(); idea && lists.length < count; idea = ideas.shift()) {
        const list = idea.uses.some(path => used.has(path))
          ? undefined
          : bestOf(idea, subjects, isTogether);
        if (list === undefined) continue;
        lists.push(list);
        for (const path of idea.uses) used.add(path);
        break;
      }
    }
  return lists;
}
