// What rules says is there in both languages, and nothing of it is left unfilled.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fillPhrase, wording } from "../../pipelines/floor/wording.ts";
import { filesIn } from "../house/files.ts";

const phrases = Object.entries(wording.phrases);

test("every phrase is there in both languages, with what it is said of", () => {
  const placesOf = (pattern: string) => pattern.match(/\{\w+\}/g) ?? [];
  const oneSided = phrases.filter(
    ([, { zh, en }]) => !zh || !en || placesOf(zh).length > 0 !== placesOf(en).length > 0,
  );
  expect(oneSided.map(([name]) => name)).toEqual([]);
});

test("no phrase is there that nobody says", () => {
  const code = filesIn("pipelines/floor")
    .map(path => readFileSync(path, "utf8"))
    .join("");
  const isSaid = (name: string) => code.includes(`"${name.replace(/\?$/, "")}`);
  expect(phrases.map(([name]) => name).filter(name => !isSaid(name))).toEqual([]);
});

test("a phrase that is not there, or is said without what it names, is a fault", () => {
  expect(() => fillPhrase("no-such", "en")).toThrow('no phrase "no-such"');
  expect(() => fillPhrase("the", "en")).toThrow('The phrase "the" needs a value for label.');
});
