// CoFE-RAG's example files: what is wrong with them is told with its place, and nothing is lost on the way in and out.

import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportCofe } from "../../pipelines/export/cofe.ts";
import { importCofe, writeCofe } from "../../pipelines/export/cofe-files.ts";
import { CofeExample, cofeFields } from "../../schemas/formats/cofe.ts";
import { freshFolder } from "../support/folder.ts";
import { writeCofeRun } from "../support/sample-cofe-run.ts";

const at = freshFolder();
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");

test("our own examples are read without an issue and written back byte for byte", () => {
  writeCofeRun(at("run"));
  exportCofe(openRun(at("run")), at("out"));
  const { issues, ...given } = importCofe(at("out", "examples.json"));
  expect(issues).toEqual([]);
  expect(given.examples.every(example => CofeExample.safeParse(example).success)).toBe(true);
  writeCofe(given, at("back.json"));
  expect(read("back.json")).toBe(read("out", "examples.json"));
});

const example = {
  query_type: "Factual",
  query: "Q?",
  reference_answer: "A.",
  file_name: "a.pdf",
  coarse_keywords: ["k"],
  fine_keywords: [["s"]],
};
const issuesIn = (...given: unknown[]) => {
  writeFileSync(at("given.jsonl"), given.map(value => `${JSON.stringify(value)}\n`).join("\n"));
  return importCofe(at("given.jsonl")).issues.map(
    ({ line, kind, detail }) => `${line} ${kind} ${detail}`,
  );
};

test("what is wrong with keywords is told with its line and place, and nothing is left out", () => {
  const faults = {
    ...example,
    coarse_keywords: ["k", "l", "k"],
    fine_keywords: [["b", "a"], [], ["a", "b"], ["c", " ", "c"], []],
  };
  // A blank line stands between the two.
  expect(issuesIn(example, faults)).toEqual([
    "3 repeated-coarse coarse_keywords 3 repeats 1",
    "3 empty-list fine_keywords 2",
    "3 empty-element fine_keywords 4",
    "3 repeated-element fine_keywords 4: element 3 repeats 1",
    "3 empty-list fine_keywords 5",
    "3 repeated-list fine_keywords 3 repeats 1",
  ]);
  expect(importCofe(at("given.jsonl")).examples).toEqual([example, faults]);
});

test("unknown types, missing fields and fields of another form are told; what fits beside them is still looked at", () => {
  const { file_name: _name, ...nameless } = example;
  expect(
    issuesIn(
      { ...example, query_type: "Riddle" },
      { ...nameless, fine_keywords: [[]] },
      { ...example, coarse_keywords: "k", fine_keywords: [] },
    ),
  ).toEqual([
    "1 unknown-type Riddle",
    "3 missing-field file_name",
    "3 empty-list fine_keywords 1",
    "5 wrong-form coarse_keywords: Invalid input: expected array, received string",
    "5 no-keywords fine_keywords",
  ]);
});

test("what is no example is named by its line or place, as is a file without any", () => {
  const refused = (text: string) => () => {
    writeFileSync(at("bad.json"), text);
    return importCofe(at("bad.json"));
  };
  expect(refused('{"query": "Q"}\nno json\n')).toThrow(/bad\.json: line 2 is no JSON object/);
  expect(refused('{"examples": [{}, [1]]}')).toThrow(/example 2 is no JSON object/);
  expect(refused("\n \n")).toThrow(/it holds no examples/);
  expect(() => importCofe(at("nowhere.json"))).toThrow(/no such file/);
  expect(refused('{"examples": []}')()).toMatchObject({ examples: [], issues: [] });
});

test("whatever JSON an example holds is read and written back, in both forms", () => {
  const key = fc.oneof(fc.constantFrom(...cofeFields), fc.string());
  const examples = fc.array(
    fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true, maxKeys: 6 }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(examples, fc.constantFrom("x.json", "x.jsonl"), (given, name) => {
      writeCofe({ examples: given }, at(name));
      expect(JSON.stringify(importCofe(at(name)).examples)).toBe(JSON.stringify(given));
    }),
    { numRuns: 20 },
  );
});
