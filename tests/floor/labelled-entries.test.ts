// Labelled elements of whole documents.

import { expect, test } from "vitest";
import { collectEntries, qualifiedLabels, valueOf } from "../../pipelines/floor/facts/labelled-entries.ts";

const entriesOf = (...lines: string[]) => collectEntries(lines.map((text, index) => ({ number: index + 1, text })));

test("a name under a party's label is that party's name", () => {
  const entries = entriesOf("**Defendant:**", "Name: O. Hale", "**Defence counsel:**", "Name: P. Quist", "Law firm: Quist & Co");
  expect(entries.map(entry => [qualifiedLabels(entry)[0], valueOf(entry)])).toEqual([
    ["Defendant Name", "O. Hale"],
    ["Defence counsel Name", "P. Quist"],
    ["Defence counsel Law firm", "Quist & Co"],
  ]);
});

test("a label that stands alone takes the paragraph below it, until the next label", () => {
  const [complaint, history] = entriesOf("主诉：", "发热、咳嗽5天。", "既往史：", "体健。", "否认药物过敏。");
  expect([complaint?.label, complaint && valueOf(complaint)]).toEqual(["主诉", "发热、咳嗽5天。"]);
  expect(history?.parts.map(part => part.number)).toEqual([4, 5]);
});

test("a heading's text is the value of the heading, with what it stands under", () => {
  const [arrest] = entriesOf("## Procedure", "### 1. Arrest", "On 4 May 2022 the suspect was arrested.");
  expect(arrest).toMatchObject({ label: "Arrest", form: "section", context: ["Procedure"] });
});

test("the heading row of a table states nothing", () => {
  expect(entriesOf("| Item | Entry |", "| --- | --- |", "| Damage | Minor |").map(entry => entry.label)).toEqual(["Damage"]);
});

test("a labelled value goes on in the sentences its long line was cut into", () => {
  const long = `General condition: ${"the patient eats and sleeps well and walks about the ward without help, ".repeat(2)}and has no fever.`;
  const [entry] = entriesOf(long, "Weight has fallen by two kilograms over the last fortnight.", "Diagnosis: anaemia");
  expect(entry?.parts.map(part => part.number)).toEqual([1, 2]);
});
