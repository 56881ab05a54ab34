// Prepared schemas are used when they are named: a name of ours or of the project, in the languages asked for, or a file.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSchemas } from "../../pipelines/run/package-files.ts";
import { statusOf } from "../../pipelines/engine/status.ts";
import { ragwright, root } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";
import { words } from "../journeys/words.ts";

const at = freshFolder();
const shipped = (name: string) => join(root, "schemas/domains", name);
const named = (schemas: string[], languages: ("zh" | "en")[] = ["zh", "en"]) =>
  readSchemas({ schemas, languages }).map(({ domain, language }) => `${domain} ${language}`);

test("a name stands for its schema in each language asked for, a path for that file alone", () => {
  expect(named(["finance"])).toEqual(["finance zh", "finance en"]);
  expect(named(["law", "finance"], ["en"])).toEqual(["law en", "finance en"]);
  expect(named([shipped("medical.zh.yaml")], ["en"])).toEqual(["medical zh"]);
});

test("a name that is not there is told with those that are", () => {
  expect(() => named(["fishing"])).toThrow(
    expect.objectContaining({
      code: "bad-settings",
      hint: expect.stringMatching(/finance, law, medical/),
    }),
  );
});

test("a schema of the project lies over ours of the same name", () => {
  const project = at();
  const before = process.cwd();
  mkdirSync(join(project, "schemas/domains"), { recursive: true });
  writeFileSync(
    join(project, "schemas/domains/law.en.yaml"),
    readFileSync(shipped("law.en.yaml"), "utf8").replace(
      /^scenario: .*$/m,
      "scenario: verdict of a harbour court",
    ),
  );
  process.chdir(project);
  try {
    expect(readSchemas({ schemas: ["law"], languages: ["en"] })[0]?.scenario).toBe(
      "verdict of a harbour court",
    );
  } finally {
    process.chdir(before);
  }
});

test("a folder called as a schema of ours chooses none: without a model its seeds are declined", async () => {
  const [folder, out] = [at("seeds"), at("run")];
  cpSync(join(root, "seeds/rageval/finance"), join(folder, "finance"), { recursive: true });
  await ragwright(words`run rageval --seeds ${folder} --model rules --until schemas --out ${out}`);
  expect(statusOf(out).stages.find(({ name }) => name === "rageval/schemas")).toMatchObject({
    rows: 0,
    declined: { "needs-model": 2 },
  });
});
