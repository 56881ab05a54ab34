// What the dataset card says, and of what it warns.

import { expect, test } from "vitest";
import { parse } from "yaml";
import { canary } from "../../pipelines/export/canary.ts";
import { type CardFacts, datasetCard } from "../../pipelines/export/huggingface-card.ts";
import { hubLicence } from "../../pipelines/export/hub-licence.ts";
import { sampleItems } from "../support/sample-items.ts";
import { cases } from "../support/cases.ts";

const facts: CardFacts = {
  hash: "abc",
  heading: { canary, format: "huggingface", wing: "rageval", models: ["gpt-x@1"] },
  counts: { documents: 4, items: 5, test: 3, dev: 2, relevant: 6 },
  licences: { "CC0-1.0": 4 },
  items: sampleItems,
  qrels: { test: 4, dev: 2 },
  languages: new Set(["en", "zh"]),
  generated: 4,
};
const frontOf = (card: string) => parse(card.split("---\n")[1]!) as Record<string, unknown>;

cases<[licences: string[], expected: string | string[]]>(
  "export/huggingface-card",
  "documents under %j are under %j on the Hub",
  (licences, expected) => {
    expect(hubLicence(licences)).toEqual(expected);
  },
);

test("the canary stands on the card, in one line", () => {
  expect(datasetCard(facts).split("\n")).toContain(canary);
});

test("who made it is said: a model, or rules and that they are none", () => {
  const byRules = datasetCard({ ...facts, heading: { ...facts.heading, models: ["rules@2"] } });
  expect(byRules).toMatch(/Made with rules@2; `rules` is code .* not a model/);
  expect(byRules).toContain("All items were made by rules");
  expect(byRules).toContain("全部题目由规则生成");
  expect(datasetCard(facts)).toContain(
    "A model that made or judged items may do better on them than it should.",
  );
  expect(datasetCard(facts)).not.toContain("All items were made by rules");
});

test("what people accepted and what an audit left out is said", () => {
  const heading = {
    ...facts.heading,
    people: { reviewed: 9, accepted: 5, edited: 2 },
    audit: {
      codes: ["closed-book" as const],
      leftOut: 3,
      byCode: { "closed-book": 3 },
      notAudited: 1,
    },
  };
  const card = datasetCard({ ...facts, heading });
  expect(card).toMatch(
    /Of the 9 items that people judged, the 5 accepted ones were kept, 2 of them in a person's wording\. 3 items were left out .* \(closed-book\); 1 of those kept/,
  );
  expect(card).not.toContain("People have not accepted every item");
  expect(card).not.toContain("题目未经人工逐条确认");
});

test("a card of Chinese items speaks Chinese too, one of English items English alone", () => {
  const english = {
    ...facts,
    items: sampleItems.filter(({ language }) => language === "en"),
    languages: new Set(["en"]),
  };
  expect(datasetCard(facts)).toContain("分数的局限");
  expect(datasetCard(english)).not.toMatch(/\p{Script=Han}/u);
  expect(frontOf(datasetCard(english))["language"]).toEqual(["en"]);
});

test("a split without rows is not named: it could not be loaded", () => {
  const card = datasetCard({
    ...facts,
    counts: { ...facts.counts, test: 5, dev: 0 },
    qrels: { test: 0, dev: 0 },
  });
  const description = "contents abc";
  expect(frontOf(card)["configs"]).toEqual([
    {
      config_name: "items",
      description,
      data_files: [{ split: "test", path: "items/test.parquet" }],
      default: true,
    },
    {
      config_name: "corpus",
      description,
      data_files: [{ split: "corpus", path: "corpus/corpus.parquet" }],
    },
  ]);
  expect(card).not.toContain('load_dataset("<this folder or repository>", "qrels"');
});

test("names from files of others break neither table nor front matter", () => {
  const rubbish = "a|b\n---\n<script>: {x} `c` [d](e)";
  const card = datasetCard({
    ...facts,
    items: [{ ...sampleItems[0]!, domain: rubbish }],
    licences: { [rubbish]: 4 },
    heading: { ...facts.heading, models: [rubbish] },
  });
  expect(frontOf(card)["license"]).toBe("other");
  expect(card).toContain("| factual | en | a\\|b --- &lt;script>: {x} \\`c\\` \\[d\\](e) | 1 |");
  expect(card).not.toContain("<script>");
  expect(card.match(/^---$/gm)).toHaveLength(2);
});
