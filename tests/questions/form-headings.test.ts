// A line of a form is read under its heading.

import { expect, test } from "vitest";
import { showMaterial } from "../../pipelines/questions/material-view.ts";
import { disambiguatingHeadings } from "../../pipelines/questions/keyed-evidence.ts";
import { aDocument } from "../support/items.ts";

const sentencesOf = (text: string) =>
  showMaterial({ documentIds: ["d"], scope: [] }, () => aDocument({ id: "d", text })).sentences;

const scales = sentencesOf(
  "# Scales\n\n## Balance K2\n\nWeight: 4 kg\n\nIt is sealed.\n\n## Balance K9\n\nWeight: 7 kg\n\nIt floats.",
);
const numberOf = (text: string) => scales.find(each => each.text === text)?.number ?? 0;

test("a line that stands under another heading too, filled in otherwise, brings its own heading", () => {
  expect(disambiguatingHeadings([numberOf("Weight: 7 kg")], scales)).toEqual([
    numberOf("## Balance K9"),
  ]);
  expect(
    disambiguatingHeadings([numberOf("Weight: 4 kg"), numberOf("Weight: 7 kg")], scales),
  ).toEqual([numberOf("## Balance K2"), numberOf("## Balance K9")]);
});

test("a line of its own kind brings none, and a heading that is cited is not cited twice", () => {
  expect(disambiguatingHeadings([numberOf("It floats.")], scales)).toEqual([]);
  expect(
    disambiguatingHeadings([numberOf("## Balance K9"), numberOf("Weight: 7 kg")], scales),
  ).toEqual([]);
});

test("full-width colons and lines that repeat whole are lines of forms", () => {
  const pots = sentencesOf(
    "## 大号\n\n容量：8升\n\n可以进烤箱。\n\n## 小号\n\n容量：3升\n\n可以进烤箱。",
  );
  const cited = pots.filter(({ text }) => text === "容量：3升" || text === "可以进烤箱。");
  expect(
    disambiguatingHeadings(
      cited.slice(0, 1).map(({ number }) => number),
      pots,
    ),
  ).toHaveLength(1);
  expect(disambiguatingHeadings([cited.at(-1)?.number ?? 0], pots)).toHaveLength(1);
});
