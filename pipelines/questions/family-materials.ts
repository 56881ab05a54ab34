// Puts the documents of each family and its near-twin together, as far as questions on families are wanted.

import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { familyMaterials, type MaterialRow } from "../../schemas/questions/records.ts";
import { type FactRow, facts } from "../../schemas/rageval/records.ts";
import type { AskingSettings } from "../../schemas/settings.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";
import type { QuotaOptions } from "../items/quotas.ts";
import { fold } from "../text/fold.ts";
import { type KnownFamily, knownFamilies } from "./known-families.ts";
import { scopeOf } from "./reading-scope.ts";
import { wantedByConstruction, wantedOf, wantedTypes } from "./wanted.ts";

/** A family bears about as many questions that are worth asking. */
const itemsEach = 4;
/** Of fewer families the best questions are hardly better than the rest. */
const fewest = 4;

export interface FamilyMaterialsOptions extends QuotaOptions<QuestionType> {
  readonly asking: Pick<AskingSettings, "candidates" | "material">;
  readonly constructed: boolean;
}

/** What the family's documents state otherwise, each label and value: what is read of documents too long to be read whole. */
function mattersOf(family: KnownFamily, factsOf: (documentId: string) => readonly FactRow[]) {
  const stated = family.documentIds.flatMap(factsOf);
  return [...groupBy(stated, ({ path }) => path).values()]
    .filter(told => new Set(told.map(({ value }) => fold(value))).size > 1)
    .flatMap(told => told.map(({ label, value }) => `${label} ${value}`));
}

interface Reading {
  readonly most: number;
  readonly documentOf: (id: string) => DocumentRow;
  readonly factsOf: (documentId: string) => readonly FactRow[];
}

function scopeFor(family: KnownFamily, { most, documentOf, factsOf }: Reading): Span[] {
  return scopeOf(family.documentIds.map(documentOf), mattersOf(family, factsOf).join("\n"), most);
}

export const familyMaterialsStage = (options: FamilyMaterialsOptions) => {
  const { items, mix, base, asking, constructed } = options;
  const { candidates, material } = asking;
  return defineWholeStage({
    name: "questions/family-materials",
    module: import.meta.filename,
    prompts: [],
    settings: { items, mix, base, constructed, candidates, material },
    over: documents,
    lookup: { facts },
    writes: familyMaterials,
    all(all, { tables, seedFor }) {
      const byId = new Map(all.map(row => [row.id, row]));
      const documentOf = (id: string) => byId.get(id) as DocumentRow;
      const factsOf = (id: string) => tables.facts.where("documentId", id);
      const seed = seedFor("family-materials");
      const groups = groupBy(
        knownFamilies(tables.facts),
        ({ domain, language }) => `${domain}\n${language}`,
      );
      const rows = [...groups.values()].flatMap(group => {
        const types = group
          .slice(0, 1)
          .flatMap(first => wantedTypes(all, options, first))
          .filter(({ type }) => questionTypes[type].family);
        const wanted = types.reduce((sum, { target }) => sum + target, 0);
        const count = Math.max(fewest, Math.ceil(wanted / itemsEach));
        const drawn = group
          .toSorted((a, b) => (hashOf([seed, a.id]) < hashOf([seed, b.id]) ? -1 : 1))
          .slice(0, constructed ? group.length : count);
        if (types.length === 0) return [];
        const asked = constructed
          ? drawn.map(() => wantedByConstruction(types, drawn.length, candidates))
          : wantedOf(types, drawn.length, candidates);
        return drawn.map((family, at): MaterialRow => {
          const { language, domain, documentIds } = family;
          const scope = scopeFor(family, { most: material, documentOf, factsOf });
          return {
            id: rowId("material", family.id, documentIds, scope),
            language,
            domain,
            kind: "family",
            documentIds: [...documentIds],
            scope,
            rest: "",
            wanted: asked[at] ?? [],
            link: null,
            weight: documentIds.length,
          };
        });
      });
      return { rows };
    },
  });
};
