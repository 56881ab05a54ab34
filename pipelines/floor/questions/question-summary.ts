// All facts of one part of a document → a request to sum it up, and the summary.

import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import {
  questionPrompts,
  type PlannedFact,
  type QuestionReply,
} from "../../../schemas/rageval/prompts.ts";
import { pick } from "../../text/random.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import { askedFact, whyNotAskable, type AskedFact, type Setting } from "./asked-fact.ts";
import { factClause, needsOwnSentence, ownSentence } from "./fact-clauses.ts";
import { givesAway } from "./giveaway.ts";
import { asSentence, fillPhrase, listEn, listZh } from "./phrase.ts";
import { summaryOpeningsEn, summaryQuestionsEn } from "./phrases-summary.en.ts";
import { summaryOpeningsZh, summaryQuestionsZh } from "./phrases-summary.zh.ts";
import { pluralLabelEn, withoutTitleEn } from "./label-phrases.en.ts";
import { preparedSchema } from "../prepared-schema.ts";
import { asked, decline } from "./question-reply.ts";

const FEWEST = 3;
const MOST = 10;
/** More names than this make no readable question. */
const MOST_NAMED = 6;
const CLAUSES_IN_A_SENTENCE = 3;

type Variables = Setting & { facts: PlannedFact[] };

/** Elements of one list as one fact: "retail, aviation and tourism". */
function joinLists(facts: readonly PlannedFact[], language: "zh" | "en"): PlannedFact[] {
  const byLeaf = new Map<string, PlannedFact[]>();
  for (const fact of facts) byLeaf.set(leafOf(fact), [...(byLeaf.get(leafOf(fact)) ?? []), fact]);
  return [...byLeaf.values()].flatMap(([first, ...rest]) => {
    if (first === undefined || rest.length === 0) return first ?? [];
    const values = [first, ...rest].map(({ value }) => value.trim());
    const label = language === "zh" ? first.label : pluralLabelEn(withoutTitleEn(first.label));
    return {
      ...first,
      label,
      type: "text" as const,
      value: language === "zh" ? listZh(values) : listEn(values),
    };
  });
}

const leafOf = ({ path, label }: PlannedFact): string => `${path.replace(/\/\d+$/, "")} ${label}`;

/** The name of the section these facts come from, where a prepared schema knows it, without its number. */
function sectionTitle(
  facts: readonly PlannedFact[],
  schema: ScenarioSchema | undefined,
): string | undefined {
  const sections = new Set(
    facts.map(
      fact => schema?.leaves.find(({ path }) => path === fact.path.replace(/\/\d+$/, ""))?.section,
    ),
  );
  const [section] = sections;
  const title =
    sections.size === 1 ? schema?.sections.find(({ id }) => id === section)?.title : undefined;
  return title
    ?.replace(/^(?:第?[一二三四五六七八九十\d]+[章节、.]?|chapter \d+)[\s:：、.]*/i, "")
    .trim();
}

function wordQuestion(
  asks: readonly AskedFact[],
  title: string | undefined,
  { language, draw }: AnswerContext,
): string {
  const list =
    language === "zh"
      ? listZh
      : (names: readonly string[]) => listEn(names.map(name => `the ${name}`));
  const labels = asks.map(({ slots }) => slots.label);
  const tables = language === "zh" ? summaryQuestionsZh : summaryQuestionsEn;
  const form =
    title === undefined || (labels.length <= MOST_NAMED && draw(3) === 0) ? "labelled" : "titled";
  const start = draw(Math.max(1, labels.length - 2));
  const slots = {
    ...asks[0]?.slots,
    labels: list(labels),
    some: list(labels.slice(start, start + 2)),
    ...titleSlots(title ?? "", language),
  };
  return fillPhrase(
    pick(draw, form === "titled" ? fittingTitle(tables.titled, title ?? "") : tables.labelled),
    slots,
  );
}

// "本院认为" and "经审理查明" head a section but are no nouns: only "…部分" can follow them.
const fittingTitle = (phrases: readonly string[], title: string): readonly string[] =>
  /认为|查明|如下/.test(title) ? phrases.filter(phrase => phrase.includes("{title}部分")) : phrases;

const TAKES_ARTICLE =
  /(?:profile|environment|parties|facts|judge?ment|procedure|reasons|diagnosis|examination|case|course|outlook|verdict|court|background|overview|offence|patient|company)$/;

function titleSlots(title: string, language: "zh" | "en"): { title: string; theTitle: string } {
  if (language === "zh") return { title, theTitle: title };
  const plain = title.toLowerCase().replace(/^the /, "");
  return { title: plain, theTitle: TAKES_ARTICLE.test(plain) ? `the ${plain}` : plain };
}

/** Clauses in groups of what belongs together, then what needs a sentence of its own. */
function wordSummary(asks: readonly AskedFact[], { language, draw }: AnswerContext): string {
  const source = asks[0]?.slots["source"] ?? "";
  const groups = groupClauses(asks.filter(ask => !needsOwnSentence(ask, language)));
  const stop = language === "zh" ? "。" : ".";
  const sentences = groups.map((group, index) => {
    const rest = `${group.map(ask => factClause(ask, language, false)).join(language === "zh" ? "；" : "; ")}${stop}`;
    return index === 0
      ? fillPhrase(pick(draw, language === "zh" ? summaryOpeningsZh : summaryOpeningsEn), {
          source,
          rest,
        })
      : asSentence(rest);
  });
  const own = asks
    .filter(ask => needsOwnSentence(ask, language))
    .map(ask => ownSentence(ask, language, source));
  return [...sentences, ...own].join(language === "zh" ? "" : " ");
}

function groupClauses(asks: readonly AskedFact[]): AskedFact[][] {
  const groups: AskedFact[][] = [];
  for (const ask of asks) {
    const last = groups.at(-1);
    const belongs =
      last !== undefined &&
      last.length < CLAUSES_IN_A_SENTENCE &&
      (prefixOf(last[0]) === prefixOf(ask) || last.length < 2);
    if (belongs) last.push(ask);
    else groups.push([ask]);
  }
  return groups;
}

const prefixOf = (ask: AskedFact | undefined): string =>
  ask?.fact.path.split("/").slice(0, -1).join("/") ?? "";

function answerSummary({ facts, ...setting }: Variables, context: AnswerContext): QuestionReply {
  const { language } = context;
  if (new Set(facts.map(({ document }) => document)).size !== 1)
    return decline("a summary is of one document");
  const usable = joinLists(facts, language)
    .filter(fact => whyNotAskable(fact, language) === undefined)
    .slice(0, MOST);
  if (usable.length < FEWEST) return decline("there is too little to sum up");
  const asks = usable.map(fact => askedFact(fact, setting, context));
  const question = wordQuestion(
    asks,
    sectionTitle(usable, preparedSchema(context, setting.domain)),
    context,
  );
  if (
    asks.some(
      ({ fact, slots }) =>
        givesAway(question, slots.value, language) && !fact.document.includes(fact.value),
    )
  )
    return decline("the question would tell part of its answer");
  return asked(question, wordSummary(asks, context));
}

export const summaryAnswerer = answers(questionPrompts.summary, answerSummary);
