// What a run will ask, reckoned from its material, the items wanted, the prompts and measured ratios.

import { join } from "node:path";
import { expect, test } from "vitest";
import { capitalPrompt } from "../llm/requests.ts";
import { groupBy } from "../../pipelines/engine/grouping.ts";
import type { Stage } from "../../pipelines/engine/stage.ts";
import { auditStages } from "../../pipelines/evaluate/audit/pipeline.ts";
import { judgeStageNames } from "../../pipelines/evaluate/pipeline.ts";
import { replySchemaOf } from "../../pipelines/llm/reply-schema.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import { forecastCalls, type Scope, unitsIn } from "../../pipelines/run/call-forecast.ts";
import { ratiosName, readRatios } from "../../pipelines/run/ratios.ts";
import { readYaml } from "../../pipelines/run/package-files.ts";
import { recipeOf } from "../../pipelines/run/recipe.ts";
import { ItemType } from "../../schemas/items/item-types.ts";
import { AllPlanRatios, PlanRatios, type PromptRatio } from "../../schemas/plan-ratios.ts";
import { configPrompt, schemaPrompt } from "../../schemas/rageval/prompts.ts";
import { Method, Settings } from "../../schemas/settings.ts";
import { defaultMix, Wing } from "../../schemas/wings.ts";
import { root } from "../support/cli.ts";
import { freshFolder, writeFiles } from "../support/folder.ts";
import { wingSamples } from "../support/wing-plans.ts";

const at = freshFolder();

const scope: Scope = {
  groups: [
    { domain: "law", language: "en", documents: 3, tokens: 1200 },
    { domain: "law", language: "zh", documents: 1, tokens: 400 },
  ],
  items: new Map([
    ["factual", 6],
    ["summary", 2],
  ]),
  documentsPerItem: 1,
  questionForecast: {
    material: { rows: 4, parts: 24 },
    neighbourhood: { rows: 2, parts: 4 },
    sheet: { rows: 2, parts: 12 },
    sorting: { rows: 3, parts: 80 },
    materialTokens: 450,
  },
  foundArticles: 4,
  systems: 3,
  passageTokens: 500,
};
const words = {
  en: "Name the capital.\n\n=== user ===\n{{country}}",
  zh: "说出首都的名字。\n\n=== user ===\n{{country}}",
};
const stage = { name: "items/capital", prompts: [capitalPrompt] } as unknown as Stage;

function foreseen(ratio: Partial<PromptRatio>, more: Partial<Scope> = {}) {
  const folder = join(at(), "prompts");
  writeFiles(folder, {
    [`${capitalPrompt.name}.en.hbs`]: `{{! why }}\n${words.en}`,
    [`${capitalPrompt.name}.zh.hbs`]: `{{! why }}\n${words.zh}`,
  });
  const ratios = PlanRatios.parse({
    measured: "a run",
    factor: 2,
    stages: {
      "items/capital": {
        [capitalPrompt.name]: { per: "item", calls: 1, text: 100, reply: 10, ...ratio },
      },
    },
  });
  return forecastCalls([stage], {
    scope: { ...scope, ...more },
    ratios,
    templates: createTemplates([folder]),
  }).get("items/capital");
}

const own = (language: "en" | "zh") =>
  countTokens(words[language].replace("\n\n=== user ===\n{{country}}", "\n")) +
  countTokens(JSON.stringify(replySchemaOf(capitalPrompt.reply))) +
  11;

test.each<[Partial<PromptRatio>, number]>([
  [{ per: "group" }, 2],
  [{ per: "document", calls: 2.5 }, 10],
  [{ per: "item" }, 8],
  [{ per: "item", types: ["summary"], calls: 1.5 }, 3],
  [{ per: "item", except: ["summary"] }, 6],
  [{ per: "answer" }, 24],
  [{ per: "drawn" }, 4],
  [{ per: "material", calls: 1.5 }, 6],
  [{ per: "neighbourhood" }, 2],
  [{ per: "sorting" }, 3],
])("calls for %j are %d", (ratio, calls) => {
  expect(foreseen(ratio)?.calls).toBe(calls);
});

test("an answer to an item of any type is one call of a baseline", () => {
  const ratios = Object.values(readRatios("baseline").stages["baseline/answers"]!);
  const callsFor = (type: ItemType) =>
    ratios.map(ratio => unitsIn({ ...scope, items: new Map([[type, 1]]), systems: 1 }, ratio));
  for (const type of ItemType.options)
    expect(
      callsFor(type)
        .map(({ rows }) => rows)
        .filter(calls => calls > 0),
      type,
    ).toEqual([1]);
});

test("of many documents only those are drawn that the items need", () => {
  expect(
    foreseen(
      { per: "drawn" },
      { groups: [{ domain: "law", language: "en", documents: 3000, tokens: 9000 }] },
    )?.calls,
  ).toBe(8);
});

test("a call has the prompt's own words in the documents' languages, the ratio's texts, documents of mean length and what is read", () => {
  const each = (3 * own("en") + own("zh")) / 4;
  // Of documents 1.5 times 400 tokens, of passages half of 500.
  expect(foreseen({ documents: 1.5, read: 0.5 })).toEqual({
    calls: 8,
    inputTokens: 8 * (each + 100 + 600 + 250),
    outputTokens: 80,
    maxOutputTokens: 8 * capitalPrompt.maxReplyTokens,
  });
});

test("a call takes and gives so much for each candidate of its material, and shows the material", () => {
  // Six candidates each; all of the material's 450 tokens.
  expect(foreseen({ per: "material", materials: 1, textEach: 7, replyEach: 50 })).toMatchObject({
    calls: 4,
    inputTokens: 4 * ((3 * own("en") + own("zh")) / 4 + 100 + 6 * 7 + 450),
    outputTokens: 4 * (10 + 6 * 50),
  });
});

test("a reply has so many tokens for each document that it holds", () => {
  // Of documents 1.5 times 400 tokens.
  expect(foreseen({ replyDocuments: 1.5 })?.outputTokens).toBe(8 * (10 + 600));
});

test("where schemas are drafted, what is measured of that stands for what is usual", () => {
  const ratioOf = (reply: number) => ({ per: "group" as const, calls: 1, text: 1, reply });
  const named = (name: string, prompt: typeof schemaPrompt | typeof configPrompt) =>
    ({ name, prompts: [prompt] }) as unknown as Stage;
  const [schemas, configs] = [named("schemas", schemaPrompt), named("configs", configPrompt)];
  const ratios = PlanRatios.parse({
    measured: "a run",
    factor: 2,
    stages: {
      schemas: { [schemaPrompt.name]: ratioOf(50) },
      configs: { [configPrompt.name]: ratioOf(10) },
    },
    drafted: { configs: { [configPrompt.name]: ratioOf(30) } },
  });
  const templates = createTemplates([join(root, "prompts")]);
  const repliesOf = (stages: Stage[]) =>
    [...forecastCalls(stages, { scope, ratios, templates }).values()].map(one => one.outputTokens);
  expect(repliesOf([configs])).toEqual([2 * 10]);
  expect(repliesOf([schemas, configs])).toEqual([2 * 50, 2 * 30]);
});

test("a stage of which nothing was measured cannot be foreseen, and says where to add it", () => {
  const ratios = PlanRatios.parse({ measured: "a run", factor: 2, stages: {} });
  expect(() =>
    forecastCalls([stage], { scope, ratios, templates: createTemplates([at()]) }),
  ).toThrow(/is not known how often items\/capital calls a model/);
});

/** Stages that call models, of all wings and methods, by the name of their ratios. */
const asking = groupBy(
  Wing.options.flatMap(wing =>
    Method.options.flatMap(method => {
      const settings = Settings.parse({
        method,
        drafts: true,
        mix: defaultMix(wing, method),
        model: "openai:asks",
        crud: { search: "https://search.example" },
      });
      return wingSamples[wing].starts
        .flatMap(({ sources }) => recipeOf(wing, { settings, sources, directory: root }).stages)
        .filter(({ prompts }) => prompts.length > 0)
        .map(stage => ({ stage, ratios: ratiosName(wing, method) }));
    }),
  ),
  ({ ratios }) => ratios,
);
const sections = readYaml(join(root, "schemas/plan-ratios.yaml"), AllPlanRatios);

test.each([...asking.keys()])("every stage of %s that calls a model has ratios", name => {
  const stages = asking.get(name)!.map(({ stage }) => stage.name);
  expect(Object.keys(readRatios(name).stages)).toEqual(expect.arrayContaining(stages));
});

test.each([...asking.keys()].filter(name => name in sections))(
  "the ratios of %s list no stage and no prompt that does not call a model",
  name => {
    const stages = asking.get(name)!.map(({ stage }) => stage);
    const surplus = Object.entries(sections[name]!.stages).flatMap(([stage, prompts]) => {
      const called = stages.filter(other => other.name === stage).flatMap(other => other.prompts);
      const unknown = Object.keys(prompts).filter(
        prompt => !called.some(other => other.name === prompt),
      );
      return called.length === 0 ? [stage] : unknown;
    });
    expect(surplus).toEqual([]);
  },
);

test("a wing without ratios borrows those of stages it shares with other wings, with the widest margin", () => {
  const { stages, factor } = readRatios("a-new-wing");
  expect(stages["items/keypoints"]).toBeDefined();
  expect(factor).toBe(2);
});

test("every judge, a baseline's answers and an audit's trials have ratios", () => {
  const auditing = auditStages({ answered: 0.8, sufficient: 0.5 })
    .filter(({ prompts }) => prompts.length > 0)
    .map(({ name }) => name);
  const stagesOf = (name: string) => Object.keys(readRatios(name).stages).sort();
  expect(stagesOf("evaluate")).toEqual([...judgeStageNames].sort());
  expect(stagesOf("baseline")).toEqual(["baseline/answers", ...judgeStageNames].sort());
  expect(stagesOf("audit")).toEqual(auditing.sort());
});
