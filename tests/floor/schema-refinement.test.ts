// What a refinement round adds and drops.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import type { ReplyOf } from "../../schemas/define.ts";
import { type DraftSchema, schemaRefinementPrompt } from "../../schemas/rageval/prompts.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { schemaAnswer } from "../../pipelines/floor/schema/schema-answer.ts";
import { readDraft, schemaRefinementAnswer } from "../../pipelines/floor/schema/schema-refinement.ts";

const folder = new URL("fixtures/aircraft-incidents/", import.meta.url);
const incidents = readdirSync(folder)
  .sort()
  .map(file => readFileSync(new URL(file, folder), "utf8"));

const context = (domains: ScenarioSchema[] = []) => ({ language: "en" as const, draw: () => 0, domains });
const numbered = (texts: readonly string[]) => texts.map((text, index) => ({ number: index + 1, text }));

const refine = (schema: unknown, texts: readonly string[], domains: ScenarioSchema[] = []): ReplyOf<typeof schemaRefinementPrompt> =>
  schemaRefinementPrompt.reply.parse(schemaRefinementAnswer.answer({ domain: "aviation", schema: stringify(schema), seeds: numbered(texts) } as never, context(domains)));

const drafted = (texts: readonly string[]) => schemaAnswer.answer({ domain: "aviation", seeds: numbered(texts) } as never, context()) as DraftSchema;

test("nothing changes where further seeds show nothing new", () => {
  const draft = drafted(incidents);
  expect(refine(draft, incidents.slice(3))).toEqual({ schema: draft, changes: [] });
});

test("what two further seeds share and the draft lacks is added, and a second round adds nothing", () => {
  const whole = drafted(incidents);
  const draft = { ...whole, leaves: whole.leaves.filter(leaf => leaf.label !== "damage" && leaf.label !== "weather" && leaf.label !== "landing weight") };
  const { schema, changes } = refine(draft, incidents.slice(2));
  expect(changes).toEqual(expect.arrayContaining(["added: damage", "added: weather"]));
  expect(schema.leaves.map(leaf => leaf.label)).toEqual(expect.arrayContaining(["damage", "weather"]));
  expect(new Set(schema.leaves.map(leaf => leaf.path)).size).toBe(schema.leaves.length);
  expect(refine(schema, incidents.slice(2)).changes).toEqual([]);
});

test("one further seed adds nothing of its own", () => {
  const draft = drafted(incidents.slice(0, 3));
  expect(refine(draft, [`${incidents[3]}\nTow bar number: 7\nFog siren: sounded\n`]).changes).toEqual([]);
});

test("a label that holds a date or a number is dropped, with what came after it set free", () => {
  const draft = drafted(incidents);
  const [first] = draft.leaves;
  const odd = { ...first, path: "overview/odd", label: "event of 3 March 2020", type: "date" as const };
  const leaves = draft.leaves.map(leaf => (leaf.label === "date of occurrence" ? { ...leaf, after: "overview/odd" } : leaf));
  const { schema, changes } = refine({ ...draft, leaves: [...leaves, odd] }, incidents);
  expect(changes).toEqual(["dropped as too specific: event of 3 March 2020"]);
  expect(schema.leaves.find(leaf => leaf.label === "date of occurrence")?.after).toBeNull();
});

test("a prepared leaf is added when a further seed is the first to show it", () => {
  const leaf = (path: string, label: string) => ({ path, label, type: "text", description: "", fill: "model", section: "a" });
  const prepared = ScenarioSchema.parse({
    domain: "aviation",
    language: "en",
    scenario: "report",
    subject: "{a/operator}",
    subScenario: null,
    sections: [{ id: "a", title: "A", form: "" }],
    leaves: [leaf("a/operator", "operator"), leaf("a/siren", "fog siren")],
  });
  const draft = { ...prepared, leaves: prepared.leaves.slice(0, 1) };
  const { schema, changes } = refine(draft, ["Operator: Kestrel Flying Club\nFog siren: sounded twice\n"], [prepared]);
  expect(changes).toEqual(["added: fog siren"]);
  expect(schema.leaves.map(({ path }) => path)).toEqual(["a/operator", "a/siren"]);
});

test("a draft is read from YAML or JSON, and from a whole schema a person edited", () => {
  const draft = drafted(incidents);
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  const leaves = draft.leaves.map(({ path, label, type, section, after }) => ({
    path,
    label,
    type,
    section,
    description: "",
    fill: "rule",
    range: { minimum: 1, maximum: 2 },
    ...(after === null ? {} : { after: { path: after } }),
  }));
  const edited = { ...draft, language: "en", leaves };
  expect(readDraft(stringify(edited)).leaves.map(leaf => leaf.after)).toEqual(draft.leaves.map(leaf => leaf.after));
});
