// A draft schema from seeds alone: labelled elements and named values become leaves, shared headings sections.

import type { DraftSchema } from "../../../schemas/rageval/prompts.ts";
import { orderDates } from "./date-order.ts";
import { leavesOf } from "./draft-leaves.ts";
import { type Element, findLabelledElements } from "./labelled-elements.ts";
import { findProseElements } from "./prose-elements.ts";
import { labelKey } from "../facts/line-labels.ts";
import { isOrganisationName } from "../facts/proper-names.ts";
import { mostCommon, readSeed, type SeedReading, supportNeeded } from "./seed-reading.ts";
import { chooseSubject } from "./subject-leaves.ts";

type Language = "zh" | "en";

export interface DraftSection {
  readonly id: string;
  readonly title: string;
  readonly form: string;
  readonly key: string;
}

const forms = {
  zh: { labelled: "逐行列出项目与内容，一行一项。", prose: "用连贯的叙述写出本部分的内容。" },
  en: { labelled: "Lines of label and value, one element a line.", prose: "Running sentences that tell what the title announces." },
};

/** A path segment: letters, digits and hyphens. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "x";

const hasProse = (key: string, readings: readonly SeedReading[]): boolean => readings.some(reading => reading.sentences.some(sentence => sentence.under[0] === key));

/** Headings that enough seeds share, in the order they usually stand in. */
const findSections = (readings: readonly SeedReading[], language: Language): DraftSection[] => {
  const byKey = new Map<string, { titles: string[]; places: number[]; seeds: Set<number> }>();
  readings.forEach((reading, seed) => {
    for (const { key, title, place } of reading.headings) {
      if (key === "" || /\d/.test(title)) continue;
      const known = byKey.get(key) ?? { titles: [], places: [], seeds: new Set() };
      known.titles.push(title);
      known.places.push(place);
      known.seeds.add(seed);
      byKey.set(key, known);
    }
  });
  const shared = [...byKey].filter(([, { seeds }]) => seeds.size >= supportNeeded(readings.length));
  const mean = (places: readonly number[]): number => places.reduce((sum, place) => sum + place, 0) / places.length;
  return shared
    .sort(([, a], [, b]) => mean(a.places) - mean(b.places))
    .map(([key, { titles }]) => {
      const title = mostCommon(titles) ?? key;
      return { id: slugOf(title), title: /[a-z]/.test(title) ? title : sentenceCase(title), form: forms[language][hasProse(key, readings) ? "prose" : "labelled"], key };
    });
};

const sentenceCase = (title: string): string => title.slice(0, 1) + title.slice(1).toLowerCase();

const overview = { zh: "概况", en: "Overview" };

/** Elements above the first shared heading stand in a section of their own. */
const overviewSection = (language: Language): DraftSection => ({ id: "overview", title: overview[language], form: forms[language].labelled, key: "" });

const sectionOf = (element: Element, sections: readonly DraftSection[]): DraftSection | undefined => {
  for (const key of element.under) {
    const section = sections.find(candidate => candidate.key === key);
    if (section !== undefined) return section;
  }
  return undefined;
};

/** What the seeds share and nothing else: labelled elements first, then what only running sentences name. */
export const discoverElements = (readings: readonly SeedReading[], language: Language): Element[] => {
  const labelled = findLabelledElements(readings, language);
  const known = new Set(labelled.map(element => element.key));
  const prose = findProseElements(readings, language).filter(element => !known.has(element.key));
  // One or two seeds share nothing: of their many named values the first are enough.
  return [...labelled, ...(readings.length <= 2 ? prose.slice(0, 12) : prose)];
};

const titleWords = (reading: SeedReading): string => (reading.text.split("\n").find(line => line.trim() !== "") ?? "").replace(/[#*_]/g, "").trim();

/** The words that all seeds' first lines begin with, or what the domain is called. */
const scenarioOf = (domain: string, readings: readonly SeedReading[], language: Language): string => {
  const titles = readings.map(titleWords);
  const [first = ""] = titles;
  let shared = first;
  for (const title of titles) while (!title.toLowerCase().startsWith(shared.toLowerCase())) shared = shared.slice(0, -1);
  const bare = shared.replace(/[\s\d\-–—:：（(《"“]+$/u, "").trim();
  const enough = language === "zh" ? bare.length >= 4 : bare.split(/\s+/).length >= 2 && first.slice(bare.length, bare.length + 1).match(/[a-z]/i) === null;
  return enough && readings.length > 1 ? bare.toLowerCase() : domain;
};

const ownName = { zh: "名称", en: "name" };

const leadingName = { zh: /^\P{L}*([\p{Script=Han}A-Za-z（）()]{2,24}?(?:公司|集团|医院|大学|中心|银行|学校|法院))/u, en: /^\P{L}*((?:[A-Z][\w&.'’-]*\s?){1,6})/u };

/** Where nothing labelled names a document, the organisation it begins with does. */
const openingOrganisation = (readings: readonly SeedReading[], language: Language): Element[] => {
  const names = readings.map(reading => leadingName[language].exec(reading.text)?.[1]?.trim() ?? "");
  const named = names.flatMap((name, seed) => (isOrganisationName(name, language) ? [seed] : []));
  if (named.length < supportNeeded(readings.length)) return [];
  return [
    {
      key: labelKey(ownName[language]),
      label: ownName[language],
      aliases: [],
      type: "organisation",
      values: names.filter((_, seed) => named.includes(seed)),
      notes: [],
      many: false,
      seeds: new Set(readings.keys()),
      under: [],
      place: 0,
    },
  ];
};

/** A whole draft for a domain nobody prepared. */
export const discoverSchema = (domain: string, texts: readonly string[], language: Language): DraftSchema => {
  const readings = texts.map(text => readSeed(text, language));
  const shared = findSections(readings, language);
  const found = discoverElements(readings, language);
  const isNamed = found.some(({ type, seeds }) => (type === "organisation" || type === "person") && seeds.size === readings.length);
  const elements = isNamed ? found : [...openingOrganisation(readings, language), ...found];
  const atTop = elements.some(element => sectionOf(element, shared) === undefined);
  const sections = atTop || shared.length === 0 ? [overviewSection(language), ...shared] : shared;
  const placed = elements.map(element => ({ element, section: sectionOf(element, shared) ?? sections[0] ?? overviewSection(language) }));
  const leaves = orderDates(
    leavesOf(placed, language),
    placed.map(({ element }) => element),
    readings,
    language,
  );
  const used = sections.filter(section => leaves.some(leaf => leaf.section === section.id));
  const { subject, subScenario } = chooseSubject(
    leaves,
    placed.map(({ element }) => element),
    readings.length,
    language,
  );
  return { scenario: scenarioOf(domain, readings, language), subject, subScenario, sections: used.map(({ id, title, form }) => ({ id, title, form })), leaves };
};
