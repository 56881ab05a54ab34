// Schemas drafted from seeds of domains nobody prepared, and of prepared ones.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DraftSchema } from "../../schemas/rageval/prompts.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { factsAnswer } from "../../pipelines/floor/facts/facts-answer.ts";
import { schemaAnswer } from "../../pipelines/floor/schema/schema-answer.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";

const fixture = (name: string): string[] => {
  const folder = new URL(`fixtures/${name}/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map(file => readFileSync(new URL(file, folder), "utf8"));
};

const incidents = fixture("aircraft-incidents");
const inspections = fixture("reservoir-inspections");

const draft = (domain: string, texts: readonly string[], language: "zh" | "en", domains: ScenarioSchema[] = []): DraftSchema =>
  DraftSchema.parse(schemaAnswer.answer({ domain, seeds: texts.map((text, index) => ({ number: index + 1, text })) } as never, { language, draw: () => 0, domains }));

const byLabel = (schema: DraftSchema) => new Map(schema.leaves.map(leaf => [leaf.label, leaf]));

test("labels that seeds share in lines, lists, columns and tables become typed leaves", () => {
  const leaves = byLabel(draft("aviation", incidents, "en"));
  const types = Object.fromEntries([...leaves].map(([label, leaf]) => [label, leaf.type]));
  expect(types).toMatchObject({
    "aircraft type": "text",
    operator: "organisation",
    "date of occurrence": "date",
    time: "text",
    location: "place",
    "phase of flight": "choice",
    "persons on board": "number",
    damage: "choice",
    commander: "person",
    "probable cause": "text",
  });
  expect(leaves.get("commander's flying experience")).toMatchObject({ type: "number", unit: "hours", fill: "rule" });
});

test("what only running sentences name is found too: money, quantities and dated events", () => {
  const leaves = byLabel(draft("aviation", incidents, "en"));
  expect(leaves.get("cost of the repair to the aircraft")).toMatchObject({ type: "money", unit: "US dollars" });
  expect(leaves.get("landing weight")).toMatchObject({ type: "number", unit: "kilograms" });
  expect(leaves.get("date the final report was published")).toMatchObject({ type: "date", aliases: ["final report was published"] });
});

test("options are the values seen, and persons, dates and numbers have none", () => {
  const leaves = byLabel(draft("aviation", incidents, "en"));
  expect(leaves.get("damage")?.options.toSorted()).toEqual(["Minor", "Substantial"]);
  expect(["commander", "date of occurrence", "persons on board", "operator"].flatMap(label => leaves.get(label)?.options ?? ["absent"])).toEqual([]);
});

test("a date that follows another in every seed comes after it", () => {
  const leaves = byLabel(draft("aviation", incidents, "en"));
  expect(leaves.get("date the final report was published")?.after).toBe(leaves.get("date of occurrence")?.path);
  expect(leaves.get("date of occurrence")?.after).toBeNull();
});

test("sections are the shared headings in their order, without numbering", () => {
  const { sections, leaves, subject, subScenario } = draft("aviation", incidents, "en");
  expect(sections.map(section => section.title)).toEqual(["Overview", "History of the flight", "Tests and inspection", "Conclusions", "Recommendations"]);
  expect(leaves.every(leaf => sections.some(section => section.id === leaf.section))).toBe(true);
  expect(subject).toBe("{overview/operator}, {overview/registration}");
  expect(subScenario).toBe("overview/phase-of-flight");
});

test("no leaf is one seed's own: neither a label that one seed has nor one that holds a number", () => {
  const labels = draft("aviation", incidents, "en").leaves.map(leaf => leaf.label);
  expect(labels.filter(label => /\d|tug|napkin|oven|gull/.test(label))).toEqual([]);
  expect(new Set(labels).size).toBe(labels.length);
});

test("Chinese seeds give Chinese leaves, units and sections", () => {
  const schema = draft("水库", inspections, "zh");
  const leaves = byLabel(schema);
  expect(leaves.get("检查日期")).toMatchObject({ type: "date" });
  expect(leaves.get("检查负责人")).toMatchObject({ type: "person", options: [] });
  expect(leaves.get("结论")?.options.toSorted()).toEqual(["可以正常度汛", "限期整改后度汛"]);
  expect(leaves.get("最大坝高")).toMatchObject({ type: "number", unit: "米" });
  expect(leaves.get("水库总库容")).toMatchObject({ type: "number", unit: "万立方米" });
  expect(leaves.get("修补费用")).toMatchObject({ type: "money", unit: "万元" });
  expect(leaves.get("检查日期")?.after).toBe(leaves.get("上次大修完工日期")?.path);
  expect(schema.sections.map(section => section.title)).toEqual(["概况", "基本情况", "检查结果", "处理意见"]);
});

test.each([
  ["aviation", incidents, "en", 15],
  ["水库", inspections, "zh", 15],
] as const)("a schema discovered in %s finds the facts of each of its documents", (domain, texts, language, least) => {
  const schema = draft(domain, texts, language);
  const counts = texts.map(text => {
    const sentences = splitSentences(text, language).map((sentence, index) => ({ number: index + 1, document: "d", text: sentence.text }));
    const leaves = schema.leaves.map(leaf => ({ ...leaf, finders: [] }));
    const reply = factsAnswer.answer({ scenario: schema.scenario, domain, name: "d.txt", leaves, sentences } as never, { language, draw: () => 0, domains: [] });
    return (reply as { facts: unknown[] }).facts.length;
  });
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(least);
});

test("seeds of pure prose are enough for dated events and amounts", () => {
  const seeds = [
    "Varley Tools Ltd is based in Oxley. In May 2020, the company underwent debt restructuring, which reduced its debts. Net profit for the year was $3 million.",
    "Hartle Foods Ltd makes biscuits. In June 2021, Hartle Foods underwent debt restructuring with its banks. The company's net profit amounted to $9 million.",
    "Quillon Glass Ltd makes bottles. Its debt restructuring took place slowly. The net profit for the year was $1 million.",
  ];
  const { leaves, subject } = draft("small firms", seeds, "en");
  expect(leaves.map(leaf => [leaf.label, leaf.type])).toEqual([
    ["name", "organisation"],
    ["date of the debt restructuring", "date"],
    ["net profit", "money"],
  ]);
  expect(subject).toBe("{overview/name}");
});

const prepared = ScenarioSchema.parse({
  domain: "Aviation",
  language: "en",
  scenario: "incident report",
  subject: "{flight/operator} {flight/registration}",
  subScenario: null,
  sections: [
    { id: "flight", title: "Flight", form: "labelled" },
    { id: "history", title: "History of the flight", form: "prose" },
    { id: "cargo", title: "Cargo", form: "prose" },
  ],
  leaves: [
    { path: "flight/operator", label: "operator", type: "organisation", description: "", fill: "rule", section: "flight" },
    { path: "flight/registration", label: "registration mark", type: "text", description: "", fill: "rule", section: "flight" },
    { path: "flight/souls", label: "people aboard", type: "number", description: "", fill: "rule", section: "flight", aliases: ["Persons on board"] },
    { path: "history/departed", label: "place of departure", type: "place", description: "", fill: "rule", section: "history", finders: ["departed (?<value>[A-Z]\\w+)"] },
    { path: "cargo/weight", label: "weight of the cargo", type: "number", description: "", fill: "rule", section: "cargo" },
  ],
});

test("a prepared schema keeps what the seeds show by label, alias or finder, and what its subject needs", () => {
  const schema = draft("aviation", incidents, "en", [prepared]);
  const paths = schema.leaves.map(leaf => leaf.path);
  expect(paths.slice(0, 4)).toEqual(["flight/operator", "flight/registration", "flight/souls", "history/departed"]);
  expect(paths).not.toContain("cargo/weight");
  expect(schema.sections.map(section => section.id)).toEqual(["flight", "history"]);
  expect(schema.subject).toBe(prepared.subject);
});

test("elements that at least two seeds share are added to a prepared schema, once each", () => {
  const labels = draft("AVIATION", incidents, "en", [prepared]).leaves.map(leaf => leaf.label);
  expect(labels).toContain("phase of flight");
  expect(labels).toContain("landing weight");
  expect(labels.filter(label => /persons on board|^operator/.test(label))).toEqual(["operator"]);
});

test("a schema prepared in the other language is not this one", () => {
  expect(draft("aviation", incidents, "en", [{ ...prepared, language: "zh" }]).leaves.some(leaf => leaf.path === "flight/souls")).toBe(false);
});

test("a part of the body is asked for as a finding, and the subject's own particulars keep their label", () => {
  const records = ["Ada Brook", "Tom Vane", "Ines Holt"].map(
    (name, at) =>
      `# Record\n\n## Basic Information\nName: ${name}\nAge: ${40 + at}\n\n## Examination\nAbdomen: soft, no mass of ${at + 1} cm\n\n## Referral\nName: Dr ${"KLM"[at]}. Pike\n`,
  );
  const labels = draft("kennels", records, "en").leaves.map(({ label }) => label);
  expect(labels).toContain("abdomen examination finding");
  expect(labels.filter(label => /basic information/i.test(label))).toEqual([]);
});

test("a prepared schema is not joined by the date under a heading, by two things under one label or by a birth", () => {
  const prepared = ScenarioSchema.parse({
    domain: "boats",
    language: "en",
    scenario: "survey",
    subject: "{boat/name}",
    subScenario: null,
    sections: [{ id: "boat", title: "Boat", form: "" }],
    leaves: [{ path: "boat/name", label: "boat name", type: "text", description: "", fill: "rule", section: "boat" }],
  });
  const seeds = ["Heron", "Petrel", "Avocet"].map(
    (name, at) =>
      `Boat name: ${name}\nLength / beam: ${9 + at} m\nHull number: ${4100 + at}\nDate of birth: ${3 + at} May 1961\n\n## Measures Taken\nOn ${3 + at} May 2021 the hull was sounded from end to end by two surveyors.\n`,
  );
  const labels = draft("boats", seeds, "en", [prepared]).leaves.map(({ label }) => label.toLowerCase());
  expect(labels).toEqual(["boat name", "hull number"]);
});
