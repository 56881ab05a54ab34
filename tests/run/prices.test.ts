// Prices as a project reads them, and what is said of a model that has none.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readPrices, unknownPriceError } from "../../pipelines/run/prices.ts";
import { Prices, priceOf } from "../../schemas/prices.ts";
import { root } from "../house/files.ts";
import { freshFolder } from "../support/folder.ts";

const folder = freshFolder();
const shipped = join(root, "schemas", "prices.yaml");

function written(name: string, text: string): string {
  writeFileSync(folder(name), text);
  return folder(name);
}

test("the package's list is read, and holds models with and without output", () => {
  const prices = readPrices([shipped]);
  expect(priceOf(prices, "gpt-4o-mini-2024-07-18")).toEqual({
    input: 0.15,
    output: 0.6,
    batch: 0.5,
  });
  expect(priceOf(prices, "text-embedding-3-small")).toEqual({ input: 0.02, output: 0, batch: 0.5 });
  expect(readPrices()).toEqual(prices);
});

test("a project's list lies over the package's, model by model, each entry whole", () => {
  const base = written(
    "base.yaml",
    "a: { input: 1, output: 2, batch: 0.5 }\nb: { input: 3, output: 4 }\n",
  );
  const own = written("own.yaml", "a: { input: 9, output: 9 }\nc: { input: 0, output: 0 }\n");
  expect(readPrices([own, base])).toEqual({
    a: { input: 9, output: 9, batch: 1 },
    b: { input: 3, output: 4, batch: 1 },
    c: { input: 0, output: 0, batch: 1 },
  });
});

test.each([
  ["a: { input: 1 }", "a.output"],
  ["a: { input: cheap, output: 1 }", "a.input"],
  ["a: 3", "a"],
  ["", "the file"],
  ["a: { input: 1, output: 1 }\na: { input: 2, output: 2 }", "unique"],
])("a list that does not fit (%s) is named with its place", (text, place) => {
  const path = written("bad.yaml", text);
  expect(() => readPrices([path])).toThrow(
    expect.objectContaining({
      code: "bad-settings",
      message: expect.stringMatching(new RegExp(`bad.yaml.*${place}`)),
    }),
  );
});

test("for models without a price the lines to add are printed, as they are written in YAML", () => {
  const names = ["my-model", "ft:gpt-4o:org::id", "Qwen/Qwen2.5-72B", "null", "a # b", '{"x"}'];
  const error = unknownPriceError(...names);
  expect(error).toMatchObject({
    code: "bad-settings",
    message: expect.stringContaining("my-model, ft:gpt-4o:org::id"),
  });
  expect(error.hint).toContain("schemas/prices.yaml");
  expect(error.hint).toContain("\nmy-model: { input: …, output: … }\n");
  expect(error.hint).toContain("0 for your own server");
  const lines = error.hint.split("\n").filter(line => line.endsWith("{ input: …, output: … }"));
  const filled = Prices.parse(parse(lines.join("\n").replaceAll("…", "1")));
  expect(Object.keys(filled)).toEqual(names);
});
