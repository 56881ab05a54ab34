// QA init of lists over all documents of a kind: code found their members, a model words what is asked and answered.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { FamilyDocument, ShownListed } from "../../schemas/questions/families/prompts.ts";
import { listsPrompt } from "../../schemas/questions/families/prompts.ts";
import type { CorpusList } from "../../schemas/questions/lists.ts";
import type { MaterialRow, ProposalRow } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { ReplyOf } from "../../schemas/define.ts";
import type { Ask, Table } from "../engine/stage.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import { namesOf } from "./corpus-subjects.ts";
import { criterionWords, type KnownList, toListProposed } from "./list-candidates.ts";
import { checkOnce, sentencesAt, toProposal } from "./proposal-rows.ts";
import type { Proposing } from "./proposed.ts";
import { showMaterial } from "./shown.ts";

const latest = {
  zh: "同一对象先后有几份文档的，以最新一份为准；问题里要说明",
  en: "where several documents are on one subject the latest counts; the question says so",
};

interface Looked {
  readonly material: Pick<MaterialRow, "documentIds" | "language">;
  readonly sentences: readonly PlacedSentence[];
  readonly facts: Table<FactRow>;
}

function toListed(
  { subject, factIds }: CorpusList["members"][number],
  criteria: CorpusList["criteria"],
  { material, sentences, facts }: Looked,
): ShownListed {
  const known = factIds.map(id => facts.get(id));
  return {
    subject,
    told: criteria.flatMap(({ path }) => {
      const fact = known.find(one => one.path === path);
      if (fact === undefined) return [];
      const document = material.documentIds.indexOf(fact.documentId) + 1;
      return [{ document, value: fact.value, sentences: sentencesAt(fact.spans, sentences) }];
    }),
  };
}

const toKnown =
  (looked: Looked) =>
  (list: CorpusList, at: number): KnownList => {
    const { language } = looked.material;
    const { criteria, members, others, isLatest } = list;
    return {
      number: at + 1,
      criteria: criteria.map(one => ({ ...one, words: criterionWords(one, language) })),
      latest: isLatest ? latest[language] : "",
      members: members.map(member => toListed(member, criteria, looked)),
      others: others.map(other => toListed(other, criteria, looked)),
      factIds: members.flatMap(({ factIds }) => factIds),
    };
  };

interface Tables {
  readonly documents: Table<DocumentRow>;
  readonly facts: Table<FactRow>;
}

/** What a request on lists proposed, asked again once where too little of it can stand. */
export async function proposeLists(
  material: MaterialRow,
  { ask, tables }: { readonly ask: Ask; readonly tables: Tables },
  options: Pick<Proposing, "types" | "constructed">,
): Promise<ProposalRow> {
  const { language, domain, documentIds, lists = [] } = material;
  const { facts } = tables;
  const { documents, sentences } = showMaterial(material, tables.documents.get);
  const firsts = documentIds.map(id => facts.where("documentId", id)[0]);
  const shown = documents.map((text, at): FamilyDocument => {
    const { subject = text.name, family } = firsts[at] ?? {};
    const { kind = "", isTwin = false } = family ?? {};
    return { ...text, number: at + 1, subject, kind, isTwin };
  });
  const [first] = firsts;
  const kind = first ? facts.where("schemaId", first.schemaId) : [];
  const ofSubject = new Map(kind.map(fact => [fact.subject, fact]));
  const known = lists.map(toKnown({ material, sentences, facts }));
  const judge = ({ candidates }: ReplyOf<typeof listsPrompt>) =>
    toListProposed(candidates, {
      ...options,
      language,
      documentIds,
      sentences,
      lists: known,
      subjects: [...ofSubject.keys()],
      namesOf: subject => {
        const fact = ofSubject.get(subject);
        return fact ? namesOf(facts, fact) : [subject];
      },
    });
  const reply = await ask(
    listsPrompt,
    language,
    { domain, documents: shown, lists: known },
    { check: checkOnce(judge, language, known.length) },
  );
  return toProposal(material, judge(reply), []);
}
