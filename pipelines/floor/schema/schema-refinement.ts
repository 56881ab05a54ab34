// How `rules` refines a draft: what further seeds share and the draft lacks is added, what fits one seed alone is dropped.

import { parse } from "yaml";
import { placeholdersOf } from "../../../schemas/rageval/paths.ts";
import { DraftSchema, schemaRefinementPrompt } from "../../../schemas/rageval/prompts.ts";
import { findValues } from "../../text/values.ts";
import { type AnswerContext, answers } from "../answerer.ts";
import { type DraftLeaf, leavesOf } from "./draft-leaves.ts";
import type { Element } from "./labelled-elements.ts";
import { labelKey } from "../facts/line-labels.ts";
import { preparedSchema } from "../prepared-schema.ts";
import { draftLeaf, joinsPrepared, unclaimed } from "./schema-answer.ts";
import { discoverElements } from "./schema-discovery.ts";
import { evidencedLeaves } from "./schema-evidence.ts";
import { readSeed } from "./seed-reading.ts";

type Language = "zh" | "en";

/** What a person may have left out of a draft's text has its empty value. */
const emptyLeaf = { many: false, description: "", options: [], unit: null, range: null, after: null, aliases: [] };

const asRecord = (value: unknown): Record<string, unknown> => (typeof value === "object" && value !== null ? { ...value } : {});

/** The draft as prompts show it, YAML or JSON; a leaf of a full schema says more than a draft's and is read for the draft's share. */
export const readDraft = (text: string): DraftSchema => {
  const draft = asRecord(parse(text));
  const leaves = Array.isArray(draft["leaves"]) ? draft["leaves"].map(asRecord) : [];
  const after = (leaf: Record<string, unknown>) => (typeof leaf["after"] === "object" ? (asRecord(leaf["after"])["path"] ?? null) : leaf["after"]);
  const range = (leaf: Record<string, unknown>) => (typeof leaf["range"] === "object" && leaf["range"] !== null ? { decimals: 0, ...leaf["range"] } : null);
  return DraftSchema.parse({ subScenario: null, ...draft, leaves: leaves.map(leaf => ({ ...emptyLeaf, ...leaf, range: range(leaf), after: after(leaf) ?? null })) });
};

/** A label that holds a date, a number or a quoted name is one seed's, not the scenario's. */
const isTooSpecific = (leaf: DraftLeaf, language: Language): boolean => findValues(leaf.label, language).length > 0 || /[“"《].+[”"》]/.test(leaf.label);

const words = {
  zh: { added: (label: string) => `补充：${label}`, dropped: (label: string) => `删去（只适用于个别文件）：${label}` },
  en: { added: (label: string) => `added: ${label}`, dropped: (label: string) => `dropped as too specific: ${label}` },
};

/** Prepared leaves that the further seeds show and the draft lacks. */
const missingPrepared = (draft: DraftSchema, domain: string, texts: readonly string[], context: AnswerContext): DraftLeaf[] => {
  const schema = preparedSchema(context, domain);
  const known = new Set(draft.leaves.map(leaf => leaf.path));
  const sections = new Set(draft.sections.map(section => section.id));
  const shown = schema === undefined ? [] : evidencedLeaves(schema, texts, context.language).map(draftLeaf);
  return shown.filter(leaf => !known.has(leaf.path)).map(leaf => (sections.has(leaf.section) ? leaf : { ...leaf, section: draft.sections.at(-1)?.id ?? leaf.section }));
};

/** Elements that at least two further seeds share and no leaf stands for. */
const missingShared = (draft: DraftSchema, texts: readonly string[], { language, prepared }: { language: Language; prepared: boolean }): DraftLeaf[] => {
  const readings = texts.map(text => readSeed(text, language));
  const elements = unclaimed(discoverElements(readings, language), draft.leaves).filter(element => element.seeds.size >= 2 && (!prepared || joinsPrepared(element)));
  const section = (element: Element) => draft.sections.find(known => element.under.includes(labelKey(known.title))) ?? draft.sections[0];
  const taken = new Set(draft.leaves.map(leaf => leaf.path));
  return leavesOf(
    elements.map(element => ({ element, section: { id: section(element)?.id ?? "" } })),
    language,
  ).filter(leaf => !taken.has(leaf.path));
};

const withoutLost = (leaves: readonly DraftLeaf[]): DraftLeaf[] => {
  const paths = new Set(leaves.map(leaf => leaf.path));
  return leaves.map(leaf => (leaf.after === null || paths.has(leaf.after) ? leaf : { ...leaf, after: null }));
};

/** The refined draft with its changes in words; none when the further seeds bring nothing new. */
export const schemaRefinementAnswer = answers(schemaRefinementPrompt, ({ domain, schema: text, seeds }, context) => {
  const draft = readDraft(text);
  const texts = seeds.map(seed => seed.text);
  const needed = new Set([...placeholdersOf(draft.subject), ...(draft.subScenario === null ? [] : [draft.subScenario])]);
  const dropped = draft.leaves.filter(leaf => isTooSpecific(leaf, context.language) && !needed.has(leaf.path) && preparedSchema(context, domain) === undefined);
  const prepared = missingPrepared(draft, domain, texts, context);
  const grown = { ...draft, leaves: [...draft.leaves.filter(leaf => !dropped.includes(leaf)), ...prepared] };
  const shared =
    prepared.length > 0 || preparedSchema(context, domain) === undefined
      ? missingShared(grown, texts, { language: context.language, prepared: preparedSchema(context, domain) !== undefined })
      : [];
  const say = words[context.language];
  const changes = [...[...prepared, ...shared].map(leaf => say.added(leaf.label)), ...dropped.map(leaf => say.dropped(leaf.label))];
  const leaves = withoutLost([...grown.leaves, ...shared]);
  return { schema: changes.length === 0 ? draft : { ...grown, leaves }, changes };
});
