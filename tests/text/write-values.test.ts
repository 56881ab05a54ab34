// Dates, numbers and money in their customary forms, and names that fit their leaf.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { inventName } from "../../pipelines/text/invented-names.ts";
import { canHaveSign, sexOf, personSignsIn } from "../../pipelines/text/person-signs.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { findValues } from "../../pipelines/text/values.ts";
import {
  dayRangeOf,
  inventNumber,
  writeDate,
  writeQuantity,
} from "../../pipelines/text/write-values.ts";
import { Names } from "../../schemas/rageval/names.ts";

const day = (iso: string) => dayRangeOf(iso)?.first ?? Number.NaN;

test("a date is written as the language writes it, as exact as asked", () => {
  expect([
    writeDate(day("2021-03-05"), "zh"),
    writeDate(day("2021-03-05"), "en"),
    writeDate(day("2021-03-05"), "en", "month"),
    writeDate(day("2021-03-05"), "zh", "year"),
  ]).toEqual(["2021年3月5日", "5 March 2021", "March 2021", "2021年"]);
});

test.each([
  [1234567.5, { type: "money", unit: "万元", decimals: 2 }, "zh", "1,234,567.50万元"],
  [45000.2, { type: "money", unit: "US$ million", decimals: 1 }, "en", "US$45,000.2 million"],
  [1234.5678, { type: "number", unit: "mmHg", decimals: 4 }, "en", "1,234.5678 mmHg"],
  [12.5, { type: "number", unit: "%", decimals: 1 }, "en", "12.5%"],
  [35, { type: "number", unit: "人", decimals: 0 }, "zh", "35人"],
  [2015, { type: "number", unit: undefined, decimals: 0 }, "en", "2015"],
] as const)(
  "%d is written with decimals and unit",
  (value, { type, unit, decimals }, language, written) => {
    const leaf = {
      type,
      ...(unit === undefined ? {} : { unit }),
      range: { minimum: 0, maximum: unit === undefined ? 2020 : 1e7, decimals },
    };
    expect(writeQuantity(value, leaf, language)).toBe(written);
    expect(findValues(written)).toHaveLength(1);
  },
);

test("a drawn number reaches both ends of its range and no further", () => {
  const draw = drawFrom(1);
  const drawn = new Set(
    Array.from({ length: 200 }, () =>
      inventNumber({ range: { minimum: 0.1, maximum: 0.4, decimals: 1 } }, draw),
    ),
  );
  expect([...drawn].sort((a, b) => a - b)).toEqual([0.1, 0.2, 0.3, 0.4]);
});

const lists = { zh: read("zh"), en: read("en") };
function read(language: string): Names {
  const file = new URL(`../../schemas/domains/names.${language}.yaml`, import.meta.url);
  return Names.parse(parse(readFileSync(file, "utf8")));
}

const drawnNames = (seed: number) => ({
  draw: drawFrom(seed),
  takenNames: new Set<string>(),
  shared: new Map<string, string>(),
});

describe.each(["zh", "en"] as const)("names in %s", language => {
  test("are thousands", () => {
    const persons = new Set(
      Array.from({ length: 3000 }, (_, seed) =>
        inventName(lists[language], { type: "person", descriptions: [""] }, drawnNames(seed)),
      ),
    );
    expect(persons.size).toBeGreaterThan(1900);
  });

  test("have every part they are made of", () => {
    const { parts, kinds, shared } = lists[language];
    const used = [
      ...kinds.flatMap(({ patterns }) => patterns),
      ...Object.values(parts).flat(),
    ].flatMap(pattern => [...pattern.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name));
    expect(
      [...used, ...shared].filter(name => !(name in parts) && !/^\d+-\d+$/.test(name)),
    ).toEqual([]);
    expect(
      Object.entries(parts)
        .filter(([, list]) => new Set(list).size !== list.length)
        .map(([name]) => name),
    ).toEqual([]);
  });

  test("keep one town in one document and never repeat a surname", () => {
    const drawn = drawnNames(5);
    const inventAll = (length: number, type: "person" | "place", about: string) =>
      Array.from({ length }, () =>
        inventName(lists[language], { type, descriptions: [about] }, drawn),
      );
    const surnames = inventAll(12, "person", "").map(name =>
      language === "zh" ? name[0] : name.split(" ").at(-1),
    );
    expect(new Set(surnames).size).toBe(12);
    const towns = inventAll(6, "place", language === "zh" ? "城市" : "town");
    expect(new Set(towns.map(town => town.slice(-3))).size).toBe(1);
  });
});

test.each([
  ["zh", "就诊医院", /医院$/],
  ["zh", "辩护人所在律师事务所", /律师事务所$/],
  ["zh", "公诉机关", /检察院$/],
  ["en", "law firm of the defence", /LLP|Partners/],
  ["en", "prosecuting authority", /Prosecut/],
  ["en", "court of appeal", /Court of Appeal/],
] as const)("in %s a %s is one", (language, label, form) => {
  const request = { type: "organisation", descriptions: [label, "name", "court/x"] } as const;
  for (let seed = 0; seed < 10; seed++)
    expect(inventName(lists[language], request, drawnNames(seed))).toMatch(form);
});

test("a sign of life is that of the person, not of kin", () => {
  expect(personSignsIn("子宫肌瘤", "zh")).toMatchObject([{ words: "子宫", sex: "female" }]);
  expect(personSignsIn("母亲患子宫肌瘤，本人体健", "zh")).toEqual([]);
  expect(personSignsIn("The pupils are equal", "en")).toEqual([]);
  expect(personSignsIn("a pupil", "en", true)).toMatchObject([{ maximumAge: 22 }]);
  expect(canHaveSign({ sex: sexOf("男"), age: 40 }, { words: "", sex: "female" })).toBe(false);
  expect(canHaveSign({ sex: undefined, age: 79 }, { words: "", maximumAge: 55 })).toBe(false);
  expect(
    canHaveSign({ sex: "female", age: null }, { words: "", sex: "female", maximumAge: 55 }),
  ).toBe(true);
});
