// The plain RAG by rules takes its words from the passages, and says so where they lack the answer.

import { expect, test } from "vitest";
import { baselinePrompts, closedBookPrompt } from "../../../schemas/evaluation/prompts.ts";
import { ruleAnswerers } from "../../../pipelines/floor/rule-answerers.ts";
import { askRules, type Language, numbered } from "../judge/asking.ts";
import { cases } from "../../support/cases.ts";

const passages = {
  zh: numbered(
    "云麓市跨江缆车于2016年5月1日开通，全长1.8公里。缆车由云麓市公共交通集团运营。",
    "槐荫图书馆由建筑师程书雅设计，藏书四十万册。1987年9月9日正式开馆。",
  ),
  en: numbered(
    "The Corrie cable car was opened on 1 May 2016 and is 1.8 kilometres long. The cable car is run by Harbour Transit.",
    "The Alder Library was designed by the architect Ada Lorne and holds 400,000 volumes. It was opened on 9 September 1987.",
  ),
};
const ask = (
  task: Exclude<keyof typeof baselinePrompts, "correction">,
  language: Language,
  input: string,
  given = passages[language],
) => askRules(baselinePrompts[task], language, { input, passages: given }).answer;

cases<[Language, string, string]>(
  "floor/baseline/baseline",
  "%s: %s — %s",
  (language, question, answer) => {
    expect(ask("question", language, question)).toBe(answer);
  },
);

test("sentences stand in the order of the passages, each once though chunks overlap", () => {
  const overlapping = numbered(
    "Alder Mills was founded in 1998.",
    "Alder Mills was founded in 1998. Alder Mills was founded by Ada Pell.",
  );
  expect(
    ask("question", "en", "When and by whom was Alder Mills founded?", overlapping).match(/1998/g),
  ).toHaveLength(1);
});

test.each<[Language, string]>([
  ["zh", "云麓市跨江缆车开通"],
  ["en", "The Corrie cable car is opened"],
])("%s: a summary tells of the event and of nothing else", (language, event) => {
  const answer = ask("summarization", language, event);
  expect(passages[language][0]!.text).toContain(answer.slice(0, 12));
  expect(answer).not.toMatch(/图书馆|Library/);
});

test("a text to correct stays as it came, and a beginning is continued by nobody", () => {
  const wrong = "The Corrie cable car was opened on 1 May 2016 and is 2.4 kilometres long.";
  const parts = { beginning: "News from Corrie.", continuation: wrong, passages: [] };
  expect(askRules(baselinePrompts.correction, "en", parts).answer).toBe(wrong);
  expect(ruleAnswerers.map(({ prompt }) => prompt)).not.toContain(baselinePrompts.continuation);
});

test("code knows nothing by heart", () => {
  expect(
    askRules(closedBookPrompt, "en", { question: "What is the capital of France?" }).answer,
  ).toBeNull();
});

test.each(["", "。", "\u0000", "（".repeat(2000), "x".repeat(20_000)])(
  "rubbish (%#) as input and passage is answered",
  text => {
    for (const language of ["zh", "en"] as const)
      for (const task of ["question", "summarization"] as const)
        for (const given of [[], numbered(text)])
          expect(typeof ask(task, language, text, given)).toBe("string");
  },
);
