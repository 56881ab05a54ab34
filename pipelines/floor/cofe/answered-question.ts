// The answer to a question that these very rules asked: found by asking once more and comparing.

import { CofeType } from "../../../schemas/items/item-types.ts";
import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { candidatesOf } from "./cofe-questions-answer.ts";

/** The answer, with the numbers of its sentences; undefined where no finder makes this question of the sentences. */
export function answerOwnQuestion(question: string, sentences: readonly NumberedSentence[], language: "zh" | "en"): { answer: string; sentences: number[] } | undefined {
  const title = sentences[0]?.document ?? "";
  // The question may have been put either way, and under a heading that stands before the fragment.
  const own = [0, 1].flatMap(way => CofeType.options.flatMap(type => candidatesOf(type, { title, section: sectionIn(question), sentences }, { language, draw: () => way })));
  const found = own.find(candidate => candidate.question === question);
  return found === undefined ? undefined : { answer: found.answer, sentences: [...new Set(found.sentences)].sort((a, b) => a - b) };
}

/** What the heading may have been, by a question on steps. */
function sectionIn(question: string): string | null {
  const asked = question.replace(/^According to .+?”, |^根据[《“].+?(?:》|”的资料)，/u, "").replace(/, according to .+$|[?？]$/g, "");
  const zh =
    /^(?:如何|怎样|怎么).+$/.exec(asked)?.[0] ??
    /^(.+)有哪些步骤$/.exec(asked)?.[1]?.concat("步骤") ??
    /^(.+?)的((?:操作|办理|工作)?(?:流程|程序))是怎样的$/.exec(asked)?.slice(1).join("");
  if (zh !== undefined) return zh;
  const how = /^[Hh]ow do you (.+)$/.exec(asked)?.[1];
  const steps = /^[Ww]hat are the steps (?:for|of the) (.+)$/.exec(asked)?.[1];
  const section = how === undefined ? steps : `How to ${how}`;
  return section === undefined ? null : section.charAt(0).toUpperCase() + section.slice(1);
}
