// How much there is to do is read from the files themselves; of very many files a part stands for all.

import { join } from "node:path";
import { expect, test } from "vitest";
import { Settings } from "../../schemas/settings.ts";
import { wings } from "../../schemas/wings.ts";
import { readRatios } from "../../pipelines/run/ratios.ts";
import { scopeOf } from "../../pipelines/run/scope.ts";
import { sampleFiles } from "../../pipelines/run/workload.ts";
import { freshFolder, writeFiles } from "../support/folder.ts";

const at = freshFolder();
const many = (count: number, text: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `law/en/${String(index).padStart(4, "0")}.txt`,
      text,
    ]),
  );
const cofe = (folder: string, settings: object = {}) =>
  scopeOf({
    wing: "cofe",
    settings: Settings.parse({ mix: wings.cofe.mix.ours.parse({ factual: 1 }), ...settings }),
    sources: { documents: [folder] },
    directory: at("out"),
    ratios: readRatios("cofe"),
  });

test("all of a few files are read, and of many a part that stands for the rest", () => {
  writeFiles(at("few"), many(7, "Oats are hard."));
  writeFiles(at("many"), many(600, "Oats are hard."));
  expect(sampleFiles([at("few")]).paths).toHaveLength(7);
  const { paths, weightOf } = sampleFiles([at("many")]);
  expect(paths).toHaveLength(120);
  expect(weightOf(paths[0] ?? "")).toEqual({ files: 5, bytes: 5 });
});

test("files of lines are read whole, however many there are of the others", () => {
  writeFiles(at("mixed"), { ...many(200, "Oats."), "all.jsonl": "" });
  const { paths, weightOf } = sampleFiles([at("mixed")]);
  const lines = join(at("mixed"), "all.jsonl");
  expect(paths).toContain(lines);
  expect(weightOf(lines)).toEqual({ files: 1, bytes: 1 });
});

test("a sample's documents and tokens stand for those of the folder", async () => {
  writeFiles(
    at("many"),
    many(600, "The court heard the case of a stolen cart in the spring. ".repeat(40)),
  );
  const { groups } = await cofe(at("many"));
  // 40 sentences of 13 tokens.
  expect(groups).toEqual([
    { domain: "law", language: "en", documents: 600, tokens: expect.closeTo(600 * 520, -4) },
  ]);
});

test("documents that cannot bear so many items bear as many as the ratios say", async () => {
  writeFiles(
    at("few"),
    many(3, "The court heard the case of a stolen cart in the spring. ".repeat(100)),
  );
  const scope = await cofe(at("few"), { items: 300 });
  expect(scope.wanted).toBe(300);
  expect(scope.maxItems).toBeLessThan(30);
  expect([...scope.items.values()]).toEqual([scope.maxItems]);
});

test("an empty folder is an error that says what to check", async () => {
  writeFiles(at("empty"), {});
  await expect(cofe(at("empty"))).rejects.toMatchObject({
    code: "bad-input",
    message: expect.stringContaining("no document could be read"),
  });
});

test.each<[string, object, number]>([
  ["seeds", { length: "like-seeds" }, 520],
  ["seeds, where they are wanted short", { length: "short" }, 260],
  ["a length in tokens", { length: 2000 }, 2000],
])("documents that are to be written are as long as %s", async (_, length, each) => {
  writeFiles(at("seeds"), many(3, "The court heard the case of a stolen cart. ".repeat(52)));
  const scope = scopeOf({
    wing: "rageval",
    settings: Settings.parse({ documentsPerSchema: 4, items: 14, ...length }),
    sources: { seeds: [at("seeds")] },
    directory: at("out"),
    ratios: readRatios("rageval"),
  });
  // 52 sentences of 10 tokens.
  const tokens = expect.closeTo(4 * each, -2);
  expect((await scope).groups).toEqual([{ domain: "law", language: "en", documents: 4, tokens }]);
});

test("documents of prepared schemas are as long as the ratios say, unless a length is wanted", async () => {
  const tokensOf = async (length: object) => {
    const scope = await scopeOf({
      wing: "rageval",
      settings: Settings.parse({ schemas: ["law"], languages: ["zh"], ...length }),
      sources: {},
      directory: at("out"),
      ratios: readRatios("rageval"),
    });
    return scope.groups.map(({ documents, tokens }) => tokens / documents);
  };
  expect(await tokensOf({})).toEqual([readRatios("rageval").written]);
  expect(await tokensOf({ length: "long" })).toEqual([6000]);
});

test("feeds alone cannot be foreseen: nothing is fetched for a plan", async () => {
  const settings = Settings.parse({});
  await expect(
    scopeOf({
      wing: "crud",
      settings,
      sources: { feeds: ["https://news.example/feed"] },
      directory: at("out"),
      ratios: readRatios("crud"),
    }),
  ).rejects.toThrow(/nothing to base an estimate on/);
});
