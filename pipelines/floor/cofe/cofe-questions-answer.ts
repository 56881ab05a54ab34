// Questions on a fragment by rules: of each wanted type the best that its finders make, or none.

import { cofeQuestionsPrompt } from "../../../schemas/cofe/prompts.ts";
import type { CofeType } from "../../../schemas/items/item-types.ts";
import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { answers } from "../answerer.ts";
import { givesAway } from "../questions/giveaway.ts";
import { analyticalEn } from "./analytical-en.ts";
import { analyticalZh } from "./analytical-zh.ts";
import { type Candidate, isReadable } from "./candidate.ts";
import { comparativeLists } from "./comparative-lists.ts";
import { comparativeProse } from "./comparative-prose.ts";
import { comparativeTables } from "./comparative-tables.ts";
import { factualLabels, factualRows } from "./factual-lines.ts";
import { factualProse } from "./factual-prose.ts";
import { type FragmentLine, readFragment } from "./fragment-reading.ts";
import { framed, type Subject, subjectOf } from "./named-subject.ts";
import { tutorialProse } from "./tutorial-prose.ts";
import { tutorialSteps } from "./tutorial-steps.ts";

type Language = "zh" | "en";
type Finder = (lines: readonly FragmentLine[], subject: Subject) => Candidate[];

const finders: Readonly<Record<CofeType, readonly Finder[]>> = {
  factual: [factualProse, factualRows, factualLabels],
  analytical: [(lines, subject) => (subject.language === "zh" ? analyticalZh(lines, subject) : analyticalEn(lines, subject))],
  comparative: [comparativeTables, comparativeProse, comparativeLists],
  tutorial: [tutorialSteps, tutorialProse],
};

export interface Fragment {
  readonly title: string;
  readonly section: string | null;
  readonly sentences: readonly NumberedSentence[];
}

const inOrder = <Row>(rows: readonly Row[], worthOf: (row: Row) => number): Row[] => [...rows].sort((a, b) => worthOf(b) - worthOf(a));

/** Questions of one type in the order of their worth, each readable, naming its document and telling nothing of its answer. */
export function candidatesOf(type: CofeType, { title, section, sentences }: Fragment, { language, draw }: { language: Language; draw: (n: number) => number }): Candidate[] {
  const subject = subjectOf(title, language);
  const lines = readFragment(sentences, section);
  const found = finders[type].flatMap(find => find(lines, subject)).filter(candidate => isReadable(candidate, language));
  const named = inOrder(found, ({ worth }) => worth).map(candidate => ({ ...candidate, question: framed(candidate.question, subject, draw) }));
  return named.filter(({ question, secrets }) => secrets.every(secret => !givesAway(question, secret, language)));
}

export const cofeQuestionsAnswer = answers(cofeQuestionsPrompt, ({ title, section, sentences, types }, { language, draw }) => {
  const taken = new Set<string>();
  const best = (type: CofeType) => {
    if (!types.includes(type)) return null;
    const chosen = candidatesOf(type, { title, section, sentences }, { language, draw }).find(({ question }) => !taken.has(question));
    if (chosen === undefined) return null;
    taken.add(chosen.question);
    return { question: chosen.question, sentences: [...new Set(chosen.sentences)].sort((a, b) => a - b) };
  };
  return { factual: best("factual"), analytical: best("analytical"), comparative: best("comparative"), tutorial: best("tutorial") };
});
