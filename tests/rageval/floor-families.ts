// Families of the prepared schemas, drawn by the floor: for tests of what members and documents say.

import { familyAnswerer } from "../../pipelines/floor/documents/family-answer.ts";
import { sectionAnswerer } from "../../pipelines/floor/documents/section-answer.ts";
import { configsStage } from "../../pipelines/rageval/configs.ts";
import { documentsStage } from "../../pipelines/rageval/documents.ts";
import { locateFacts } from "../../pipelines/rageval/facts.ts";
import { membersStage } from "../../pipelines/rageval/members.ts";
import { configAnswerer } from "../../pipelines/floor/documents/config-answer.ts";
import { drawFrom, seedOf } from "../../pipelines/text/random.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { ConfigRow, FactRow, MemberRow, VariantRow } from "../../schemas/rageval/records.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { names, readDomain } from "./clinic.ts";

export interface FloorFamily {
  readonly config: ConfigRow;
  readonly members: readonly MemberRow[];
  readonly documents: readonly DocumentRow[];
  readonly facts: readonly FactRow[];
}

interface Wish {
  readonly domain: string;
  readonly language: "zh" | "en";
  readonly documents: number;
  readonly twin: boolean;
  readonly seed: string;
}

/** A family from its variant to the facts of its documents, without a model. */
export async function floorFamily(wish: Wish): Promise<FloorFamily> {
  const { domain, language, documents, twin, seed } = wish;
  const schema = readDomain(domain, language);
  const row = { id: "schema-1", language, domain, schema, changes: [] };
  const options = schema.leaves.find(({ path }) => path === schema.subScenario)?.options ?? [];
  const variant: VariantRow = {
    id: seed,
    schemaId: "schema-1",
    language,
    domain,
    number: 1,
    documents,
    twin,
    subScenario: options[Math.abs(seedOf(seed)) % options.length] ?? null,
  };
  const answer = (answerer: typeof configAnswerer) => (variables: never) =>
    answerer.answer(variables, {
      language,
      draw: drawFrom(seedOf(seed, JSON.stringify(variables))),
      domains: [schema],
    }) ?? {};
  const { context } = scriptedContext(
    { schemas: [row], variants: [variant] },
    {
      "rageval/config": answer(configAnswerer),
      "rageval/family": answer(familyAnswerer),
      "rageval/section": answer(sectionAnswerer),
      "rageval/section-repair": ({ text }: { text: string }) => ({ text }),
    },
  );
  const configured = await configsStage({ withheld: 3, names, length: "like-seeds" }).each(
    variant,
    context as never,
  );
  const config = configured.rows[0]!;
  const { rows: members } = await membersStage({ names }).each(config, context as never);
  const written = await Promise.all(
    members.map(async member =>
      documentsStage({ repairRounds: 0, statutes: [], licence: null, length: "like-seeds" }).each(
        member,
        context as never,
      ),
    ),
  );
  const texts = written.flatMap(({ rows }) => rows);
  const facts = texts.flatMap((document, index) => locateFacts(document, members[index]!, schema));
  return { config, members, documents: texts, facts };
}
