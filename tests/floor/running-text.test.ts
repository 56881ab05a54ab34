// How a form's values read within sentences.

import { expect, test } from "vitest";
import {
  asOneClause,
  isQuotedEn,
  lowerInSentence,
} from "../../pipelines/floor/questions/running-text.ts";

test("a line's capital goes where the word is no name", () => {
  expect(
    ["Normal, no lesions", "Female", "No known allergies", "Up-to-date on vaccinations"].map(
      lowerInSentence,
    ),
  ).toEqual(["normal, no lesions", "female", "no known allergies", "up-to-date on vaccinations"]);
});

test("names, peoples, months and abbreviations keep their capital", () => {
  const kept = [
    "Project Green Harvest",
    "Hepatitis A",
    "Caucasian",
    "March rainfall",
    "WBC 15,000/uL",
    "Oxley",
    "Dr. Smith",
  ];
  expect(kept.map(lowerInSentence)).toEqual(kept);
});

test("several sentences become one clause, without the numbers of a list", () => {
  expect(asOneClause("父母已过世，无遗传病记录。兄弟姐妹健康", "zh")).toBe(
    "父母已过世，无遗传病记录，兄弟姐妹健康",
  );
  expect(asOneClause("1. 甲状腺功能亢进；2. 甲状腺肿大", "zh")).toBe("甲状腺功能亢进，甲状腺肿大");
  expect(asOneClause("No chronic illness. History of hay fever; parents alive", "en")).toBe(
    "No chronic illness, history of hay fever, parents alive",
  );
  expect(asOneClause("Seen by Dr. Smith", "en")).toBe("Seen by Dr. Smith");
});

test("what a line says of its label is quoted, what the label names is not", () => {
  expect(isQuotedEn("no known allergies", "allergy")).toBe(true);
  expect(isQuotedEn("waiting for a bed", "consultation records")).toBe(true);
  expect(isQuotedEn("a second bakery beside the harbour", "plan for the next year")).toBe(false);
});
