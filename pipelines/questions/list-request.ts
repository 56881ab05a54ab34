// Asks a model to word questions and answers about lists drawn from all documents of a kind; code has already found the members.

import type { ShownListMember } from "../../schemas/questions/families/prompts.ts";
import { listsPrompt } from "../../schemas/questions/families/prompts.ts";
import type { CorpusList } from "../../schemas/questions/corpus-list.ts";
import type { MaterialRow, ProposalRow } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { ReplyOf } from "../../schemas/define.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Ask, Table } from "../engine/stage.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { subjectNames } from "./corpus-subjects.ts";
import { criterionWords, type KnownList, toListCandidates } from "./list-candidates.ts";
import { checkOnce, sentencesAt, toProposal } from "./proposal-rows.ts";
import type { ProposalContext } from "./proposals.ts";
import { showSubjects, type SubjectTables } from "./material-view.ts";

const conjunction = { zh: "且", en: " and " };
const latestNote = {
  zh: "先后有变化的，以最后载明的为准；问题里要说明",
  en: "where a value changed, what was last stated counts; the question says so",
};

/** What the lists of a request are shown with. */
interface ListContext {
  readonly material: Pick<MaterialRow, "documentIds" | "language">;
  readonly sentences: readonly PlacedSentence[];
  readonly facts: Table<FactRow>;
}

function toShownMember(
  { subject, factIds }: CorpusList["members"][number],
  { material, sentences, facts }: ListContext,
): ShownListMember {
  return {
    subject,
    told: factIds.map(id => {
      const { documentId, value, spans } = facts.get(id);
      const document = material.documentIds.indexOf(documentId) + 1;
      return { document, value, sentences: sentencesAt(spans, sentences) };
    }),
  };
}

const toKnownList =
  (context: ListContext) =>
  (list: CorpusList, index: number): KnownList => {
    const { language } = context.material;
    const { criteria, members, others, isLatest } = list;
    return {
      number: index + 1,
      criteria,
      leaves: [...groupBy(criteria, ({ path }) => path).values()].flatMap(criteriaOfLeaf =>
        criteriaOfLeaf.slice(0, 1).map(({ label, type }) => ({
          label,
          type,
          words: criteriaOfLeaf
            .map(criterion => criterionWords(criterion, language))
            .join(conjunction[language]),
        })),
      ),
      latest: isLatest ? latestNote[language] : "",
      members: members.map(member => toShownMember(member, context)),
      others: others.map(other => toShownMember(other, context)),
      factIds: members.flatMap(({ factIds }) => factIds),
    };
  };

/** Asks a model for questions about lists, and once more if too few of them are usable. */
export async function proposeLists(
  material: MaterialRow,
  { ask, tables }: { readonly ask: Ask; readonly tables: SubjectTables },
  options: Pick<ProposalContext, "types" | "constructed">,
): Promise<ProposalRow> {
  const { language, domain, documentIds, lists = [], wanted } = material;
  const count = wanted.reduce((sum, { count: each }) => sum + each, 0);
  const { facts } = tables;
  const { documents, sentences } = showSubjects(material, tables);
  const [first] = facts.where("documentId", documentIds[0] ?? "");
  const knownLists = lists.map(toKnownList({ material, sentences, facts }));
  const toCandidates = ({ candidates }: ReplyOf<typeof listsPrompt>) =>
    toListCandidates(candidates, {
      ...options,
      language,
      documentIds,
      sentences,
      lists: knownLists,
      names: subjectNames(facts, first?.schemaId ?? ""),
    });
  const reply = await ask(
    listsPrompt,
    language,
    { domain, documents, lists: knownLists, count },
    { check: checkOnce(toCandidates, language, count) },
  );
  return toProposal(material, toCandidates(reply), []);
}
