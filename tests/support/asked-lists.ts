// Lists over the documents of a prepared schema, as their stages draw them, ask for them and take what is replied.

import { listsAnswerer } from "../../pipelines/floor/questions/lists-answer.ts";
import { familiesStage } from "../../pipelines/questions/family-questions.ts";
import { familyMaterialsStage } from "../../pipelines/questions/family-materials.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { VariablesOf } from "../../schemas/define.ts";
import type { ListReply, listsPrompt } from "../../schemas/questions/families/prompts.ts";
import type { MaterialRow } from "../../schemas/questions/records.ts";
import { defaultMix } from "../../schemas/wings.ts";
import type { RuleCorpus } from "./rule-corpus.ts";
import { scriptedContext } from "./stage-context.ts";

type Variables = VariablesOf<typeof listsPrompt>;

const drawing = {
  items: 16,
  devShare: 0.2,
  mix: defaultMix("rageval"),
  asking: { candidates: { factor: 1.5, more: 2 }, material: 6000 },
};

export function listMaterialsOf({ documents, facts }: RuleCorpus): MaterialRow[] {
  const { context } = scriptedContext({ facts });
  const stage = familyMaterialsStage({ ...drawing, constructed: false });
  return stage.all(documents, context as never).rows.filter(({ kind }) => kind === "lists");
}

/** What becomes of these replies to the first request, one after another, and what was said of each. */
export async function proposeLists(
  corpus: RuleCorpus,
  replies: readonly ((variables: Variables) => readonly ListReply[])[],
  constructed = false,
) {
  const { documents, facts } = corpus;
  const [material] = listMaterialsOf(corpus);
  let turn = 0;
  const { context, asked } = scriptedContext(
    { documents, facts },
    { "questions/lists": (variables: Variables) => ({ candidates: replies[turn++]!(variables) }) },
  );
  const stage = familiesStage({ types: ["complete-list"], constructed });
  const { rows } = await stage.each(material!, context as never);
  const [{ variables, complaints } = { variables: undefined, complaints: [] }] = asked;
  return { row: rows[0]!, material: material!, variables: variables as Variables, complaints };
}

/** What the floor replies. */
export const byFloor =
  ({ schema }: RuleCorpus) =>
  (variables: Variables): ListReply[] => {
    const context = { language: schema.language, draw: drawFrom(1), domains: [schema] };
    const reply = listsAnswerer.answer(variables as never, context) as { candidates: ListReply[] };
    return reply.candidates;
  };
