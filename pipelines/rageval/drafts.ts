// Writes zero-shot and one-shot baseline drafts of the same document, without its config, for people to rank blind against our documents.

import { oneShotPrompt, zeroShotPrompt } from "../../schemas/rageval/prompts.ts";
import {
  type DraftRow,
  drafts,
  members,
  schemas,
  type seeds,
} from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";

export const draftsStage = (examples: typeof seeds) =>
  defineStage({
    name: "rageval/drafts",
    module: import.meta.filename,
    prompts: [zeroShotPrompt, oneShotPrompt],
    over: members,
    // Drafts are written only for the first document of a family.
    only: ({ family }) => family.number === 1,
    lookup: { schemas, seeds: examples },
    writes: drafts,
    async each(config, { ask, tables }) {
      const { id, language, domain, subject, subScenario } = config;
      const { scenario } = tables.schemas.get(config.schemaId).schema;
      const example = tables.seeds
        .where("domain", domain)
        .find(seed => seed.language === language)?.text;
      const variables = { scenario, domain, subject, subScenario };
      const toDraft = (kind: DraftRow["kind"], text: string): DraftRow => ({
        id: rowId("draft", id, kind),
        configId: id,
        language,
        domain,
        kind,
        text,
      });
      const zeroShot = await ask(zeroShotPrompt, language, variables);
      const drafted = [toDraft("zero-shot", zeroShot.text)];
      if (example === undefined) return made(drafted);
      const oneShot = await ask(oneShotPrompt, language, { ...variables, example });
      return made([...drafted, toDraft("one-shot", oneShot.text)]);
    },
  });
