// Which documents are about the same: by words that tell them from the others, each document in one topic at most.

import { expect, test } from "vitest";
import { topicsAmong, topicsStage } from "../../pipelines/questions/topics.ts";
import { topics } from "../../schemas/questions/topics.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const told = {
  en: [
    "Beehives. Hives are wrapped in winter; beekeepers lift the hives in spring.",
    "Swarms. Whoever catches swarms has hives that stand open; empty hives wait.",
    "Kites. Kites fly over dunes; kites need a line.",
    "Dunes. Kites land in dunes, dunes move, and kites are lost.",
    "Saddles are oiled twice a year.",
    "Looms take the warp first.",
  ],
  zh: [
    "蜂箱越冬要包裹，蜂箱不透风。",
    "蜂箱换王要在春天，蜂箱先清理。",
    "风筝线长三十米，风筝不得夜放。",
    "风筝比赛在沙丘，风筝自带。",
    "马鞍一年上油两次。",
    "织机先上经线。",
  ],
};

test.each([
  ["en", "hives", "kites"],
  ["zh", "蜂箱", "风筝"],
] as const)(
  "%s: documents that share a telling word are a topic, strangers are in none",
  (language, one, other) => {
    const found = topicsAmong(told[language], language);
    expect(found.map(({ members }) => members.join()).sort()).toEqual(["0,1", "2,3"]);
    const words = found.flatMap(topic => topic.words);
    expect(words).toEqual(expect.arrayContaining([one, other]));
  },
);

test("what most documents say, what one says, and numbers make no topic", () => {
  const common = ["valve 2021 2021", "pump 2021 2021", "seal", "crane"].map(
    own => `Manual. The manual of ${own}, ${own}.`,
  );
  expect(topicsAmong(common, "en")).toEqual([]);
});

test("the same documents in another order are in the same topics", () => {
  const setsOf = (texts: readonly string[]) =>
    topicsAmong(texts, "en")
      .map(({ members }) =>
        members
          .flatMap(at => texts[at] ?? [])
          .sort()
          .join(" | "),
      )
      .sort();
  expect(setsOf([...told.en].reverse())).toEqual([
    told.en.slice(0, 2).join(" | "),
    told.en.slice(2, 4).reverse().join(" | "),
  ]);
});

test("each language has its own topics, across domains", () => {
  const documents = (["en", "zh"] as const).flatMap(language =>
    told[language].map((text, at) =>
      aDocument({ id: `${language}${at}`, language, domain: at % 2 ? "a" : "b", name: "", text }),
    ),
  );
  const { context } = scriptedContext({ documents });
  const { rows } = topicsStage.all(documents, context);
  expect(rows.map(row => topics.row.parse(row).documentIds.join()).sort()).toEqual([
    "en0,en1",
    "en2,en3",
    "zh0,zh1",
    "zh2,zh3",
  ]);
});
