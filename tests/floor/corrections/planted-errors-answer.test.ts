// Planted errors stand once, are of the kind of what they replace, and are said nowhere in the article.

import { expect, test } from "vitest";
import { plantedErrorsAnswerer } from "../../../pipelines/floor/corrections/planted-errors-answer.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { findValues } from "../../../pipelines/text/values.ts";
import { hallucinationPrompt } from "../../../schemas/crud/prompts.ts";

const articles = {
  zh: {
    beginning: "洛川湖大桥于8月6日合龙。",
    continuation:
      "大桥全长860米，用钢4,800吨，总投资3.25亿元，比概算下降12.5%。9月12日，陆知微将在武汉向300名代表介绍经验。",
    rest: "大桥由澄江路桥承建。",
  },
  en: {
    beginning: "The Larrow bridge was closed on 6 August.",
    continuation:
      "It is 860 metres long, took 4,800 tonnes of steel and cost £3.25 million; the price of steel rose by 12.5%. On 12 September Ada Lorne will speak in Leeds to 300 delegates.",
    rest: "Denholm Civil built it.",
  },
};
type Language = keyof typeof articles;
const seeds = Array.from({ length: 60 }, (_, at) => at);
const plant = (language: Language, seed: number, variables: object = articles[language]) =>
  hallucinationPrompt.reply.parse(
    plantedErrorsAnswerer.answer(variables as never, {
      language,
      draw: drawFrom(seed),
      domains: [],
    }),
  );
const swapsOf = (language: Language) => seeds.flatMap(seed => plant(language, seed).swaps);

test.each<Language>(["zh", "en"])(
  "what is right stands exactly once, and what is wrong nowhere (%s)",
  language => {
    const { beginning, continuation, rest } = articles[language];
    const swaps = swapsOf(language);
    expect(new Set(swaps.map(({ right }) => right)).size).toBeGreaterThan(4);
    expect(swaps.filter(({ right }) => continuation.split(right).length !== 2)).toEqual([]);
    expect(
      swaps.filter(({ wrong }) => `${beginning}${continuation}${rest}`.includes(wrong)),
    ).toEqual([]);
  },
);

test.each<Language>(["zh", "en"])(
  "a value is swapped for one of its kind and unit, and the reason names the right one (%s)",
  language => {
    const swaps = swapsOf(language);
    const kinds = (text: string) =>
      findValues(text).map(({ kind, canonical }) => `${kind} ${canonical.split(" ")[1] ?? ""}`);
    expect(swaps.map(({ wrong }) => kinds(wrong))).toEqual(swaps.map(({ right }) => kinds(right)));
    expect(swaps.filter(({ right, reason }) => !reason.includes(right))).toEqual([]);
  },
);

test("decimals, thousands marks and round numbers stay as they were", () => {
  const wrong = (right: string) =>
    swapsOf("zh")
      .filter(swap => swap.right === right)
      .map(swap => swap.wrong);
  expect(wrong("3.25亿元").every(text => /^\d\.\d\d亿元$/.test(text))).toBe(true);
  expect(wrong("4,800吨").every(text => /^\d,\d00吨$/.test(text))).toBe(true);
  expect(wrong("3.25亿元").length * wrong("4,800吨").length).toBeGreaterThan(0);
});

test("the same request is answered alike", () => {
  expect(plant("zh", 7)).toEqual(plant("zh", 7));
});

test.each([
  ["zh", "大家都很高兴，纷纷鼓掌。"],
  ["zh", "“860米”是他的口头禅。"],
  ["zh", "90后和120急救车都到了，10部门发文。"],
  ["en", "Everybody was glad and clapped."],
] as const)("a text with nothing fit to swap is declined (%s: %s)", (language, continuation) => {
  expect(
    plantedErrorsAnswerer.answer(
      { published: null, beginning: "", continuation, rest: "" } as never,
      { language, draw: drawFrom(1), domains: [] },
    ),
  ).toBeUndefined();
});
