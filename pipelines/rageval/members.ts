// Makes one config per document: for the only document on a subject, or for each in its family, by date, and for a near-twin.

import { familyPrompt } from "../../schemas/rageval/families/prompts.ts";
import {
  type ConfigRow,
  configs,
  type MemberRow,
  members,
  schemas,
  variants,
} from "../../schemas/rageval/records.ts";
import type { Names } from "../../schemas/rageval/names.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { dayOf, type FamilyReply, familyOf, familyVariables } from "./family.ts";
import { membersOf } from "./family-members.ts";
import { familyProblem } from "./family-problems.ts";

export interface MemberOptions {
  readonly names: Readonly<Record<"zh" | "en", Names>>;
}

/** The config of the only document on a subject. */
const soleMember = (config: ConfigRow, schema: ScenarioSchema): MemberRow => ({
  ...config,
  id: rowId("m", config.id, 1, config.values),
  configId: config.id,
  family: {
    familyId: config.id,
    number: 1,
    of: 1,
    kind: "",
    day: dayOf(schema, config.values) ?? null,
    isTwin: false,
  },
  refers: [],
  notRestated: [],
});

export const membersStage = ({ names }: MemberOptions) =>
  defineStage({
    name: "rageval/members",
    module: import.meta.filename,
    prompts: [familyPrompt],
    settings: { names },
    over: configs,
    lookup: { schemas, variants },
    writes: members,
    async each(config, { ask, tables, seedFor }) {
      const { schema } = tables.schemas.get(config.schemaId);
      const family = familyOf({
        schema,
        config,
        variant: tables.variants.get(config.variantId),
        names: names[config.language],
        seed: seedFor("family", config.id),
      });
      if (family === undefined) return made([soleMember(config, schema)]);
      const check = (reply: FamilyReply) => familyProblem(family, reply);
      const reply = await ask(familyPrompt, config.language, familyVariables(family), { check });
      return made(membersOf(family, reply));
    },
  });
