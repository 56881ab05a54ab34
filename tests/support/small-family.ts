// Three documents on one works, its near-twin and another works, in both languages, with the facts that they state.

import { familiesAnswerer } from "../../pipelines/floor/questions/families-answer.ts";
import { familiesStage } from "../../pipelines/questions/family-questions.ts";
import type { FamilyFacts } from "../../pipelines/text/family-facts.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { VariablesOf } from "../../schemas/define.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import type {
  FamilyCandidateReply,
  familiesPrompt,
} from "../../schemas/questions/families/prompts.ts";
import type { MaterialRow } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { type Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fixtureYaml } from "./fixtures.ts";
import { aDocument } from "./items.ts";
import { scriptedContext } from "./stage-context.ts";

export type Language = "zh" | "en";
export const kinds = [
  "which-holds",
  "described",
  "as-of",
  "what-changed",
  "complete-list",
  "chain",
  "disagreement",
] as const satisfies readonly QuestionType[];

/** A line is the sentence, then the path and value that it states, and what is known of that. */
interface Told {
  readonly subject: string;
  readonly day: string;
  readonly isTwin?: boolean;
  /** No family's. */
  readonly alone?: boolean;
  readonly lines: readonly [string, string, string, Partial<FactRow>?][];
}

interface Works {
  readonly scenario: string;
  readonly kind: string;
  readonly leaves: readonly Pick<Leaf, "path" | "label" | "type">[];
  readonly documents: readonly Told[];
}

const works = fixtureYaml<Record<Language, Works>>("works.yaml");

const schemaOf = (language: Language) =>
  ScenarioSchema.parse({
    domain: "works",
    language,
    scenario: works[language].scenario,
    subject: "{works/name}",
    subScenario: null,
    sections: [{ id: "works", title: "works", form: "" }],
    leaves: works[language].leaves.map(leaf => ({
      ...leaf,
      description: leaf.label,
      fill: "rule",
      section: "works",
    })),
  });

export interface SmallFamily {
  readonly language: Language;
  readonly documents: readonly DocumentRow[];
  readonly facts: readonly FactRow[];
  readonly material: MaterialRow;
}

function factsOf({ lines, subject, day, isTwin = false, alone = false }: Told, at: number) {
  return ({ language, id, text }: DocumentRow): FactRow[] =>
    lines.map(([sentence, path, value, over = {}]) => {
      const leaf = works[language].leaves.find(one => one.path === path)!;
      const start = text.indexOf(sentence);
      const { label, type } = leaf;
      const family = {
        familyId: alone ? id : "family",
        number: at + 1,
        of: alone ? 1 : 3,
        kind: works[language].kind,
        day,
        isTwin,
      };
      return {
        id: `f-${id}-${path}-${value}`,
        documentId: id,
        schemaId: "s",
        language,
        domain: "works",
        subject,
        path,
        label,
        type,
        value,
        state: "stated" as const,
        spans: [{ documentId: id, start, end: start + sentence.length }],
        family,
        ...over,
      };
    });
}

/** The works, each document changed before it is read. */
export function smallFamily(
  language: Language,
  change: (told: Told, at: number) => Told = told => told,
): SmallFamily {
  const all = works[language].documents.map((told, at) => ({ told: change(told, at), at }));
  const rows = all.map(({ told, at }) => {
    const text = told.lines.map(([sentence]) => sentence).join("\n");
    const name = { id: `d${at + 1}`, name: told.subject, published: told.day };
    const document = aDocument({ ...name, language, domain: "works", text });
    return { document, facts: factsOf(told, at)(document), alone: told.alone ?? false };
  });
  const own = rows.filter(({ alone }) => !alone).map(({ document }) => document.id);
  return {
    language,
    documents: rows.map(({ document }) => document),
    facts: rows.flatMap(({ facts }) => facts),
    material: {
      id: "m",
      language,
      domain: "works",
      kind: "family",
      documentIds: own,
      scope: [],
      rest: "",
      wanted: kinds.map(type => ({ type, count: 20 })),
      link: null,
      weight: 4,
    },
  };
}

type Variables = VariablesOf<typeof familiesPrompt>;
type Answer = (variables: Variables) => readonly (FamilyCandidateReply | object)[];

/** What the stage makes of these replies, and what it asked. */
export async function proposeOn(
  { material, documents, facts }: SmallFamily,
  answer: Answer,
  { constructed = false } = {},
) {
  const asked: Variables[] = [];
  const { context } = scriptedContext(
    { documents: [...documents], facts: [...facts] },
    {
      "questions/families": (variables: Variables) => {
        asked.push(variables);
        return { candidates: answer(variables) };
      },
    },
  );
  const stage = familiesStage({ types: [...kinds], constructed });
  const { rows } = await stage.each(material, context as never);
  const { documents: shown, facts: known } = asked[0]!;
  const family: FamilyFacts = { documents: shown, facts: known };
  return { row: rows[0]!, variables: asked[0]!, family };
}

/** The candidates by the floor, as they are offered and as they come through. */
export async function askFloor(family: SmallFamily) {
  const { language } = family;
  const domains = [schemaOf(language)];
  const offered: FamilyCandidateReply[] = [];
  const proposed = await proposeOn(
    family,
    variables => {
      const context = { language, draw: drawFrom(1), domains };
      const reply = familiesAnswerer.answer(variables as never, context) as {
        candidates: FamilyCandidateReply[];
      };
      offered.push(...reply.candidates);
      return reply.candidates;
    },
    { constructed: true },
  );
  return { ...proposed, offered };
}
