// Has a model propose the questions that a material yields; drops unusable ones, with the reason.

import type { Artifact, ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { initPrompt } from "../../schemas/questions/prompts.ts";
import type { Brief, MaterialRow, ProposalRow } from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineStage, made, type Table } from "../engine/stage.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { toProposedCandidates } from "./proposals.ts";
import { checkOnce, sentencesAt, toProposal } from "./proposal-rows.ts";
import { showMaterial } from "./material-view.ts";
import { documentsWithTitles, type TitleOptions } from "./document-titles.ts";

type Variables = VariablesOf<typeof initPrompt>;
type Reply = ReplyOf<typeof initPrompt>;

export interface InitOptions extends TitleOptions {
  readonly name: string;
  readonly over: Artifact<typeof MaterialRow>;
  readonly writes: Artifact<typeof ProposalRow>;
  /** What documents written from configs state and leave out. */
  readonly facts?: Artifact<typeof FactRow>;
  /** Types of the mix. */
  readonly types: readonly QuestionType[];
  /** Whether each document's brief is requested. */
  readonly briefs: boolean;
  /** Whether fragments are linked, each by its own brief, rather than documents. */
  readonly ofFragments?: boolean;
  /** Whether the questions are right by construction, so that no reader marks them. */
  readonly constructed: boolean;
}

/** What was withheld from the documents, so that they certainly do not answer questions about it. */
const withheldLabels = (facts: readonly FactRow[], documentIds: readonly string[]): string[] =>
  facts
    .filter(({ state }) => state === "withheld")
    .map(({ subject, label }) => (documentIds.length > 1 ? `${subject}: ${label}` : label));

/** The facts on which all documents of a subject agree; a question about any other must name a day or a document. */
function undisputedFacts(facts: Table<FactRow>, documentIds: readonly string[]): FactRow[] {
  const ownFacts = documentIds.flatMap(id => facts.where("documentId", id));
  const factsByPath = new Map(
    [...new Set(ownFacts.map(({ subject }) => subject))].map(subject => [
      subject,
      groupBy(facts.where("subject", subject), ({ path }) => path),
    ]),
  );
  const isUndisputed = ({ subject, path, value }: FactRow) =>
    (factsByPath.get(subject)?.get(path) ?? []).every(
      other => other.value === value && other.standing === undefined,
    );
  return ownFacts.filter(
    fact => (fact.family?.of ?? 1) === 1 || fact.state === "withheld" || isUndisputed(fact),
  );
}

/** The facts as the request shows them. */
function shownFacts(
  facts: readonly FactRow[],
  sentences: readonly PlacedSentence[],
  nameOf: (documentId: string) => string,
): Variables["facts"] {
  return facts
    .filter(({ state }) => state !== "missing")
    .map(({ documentId, subject, path, label, type, value, state, spans }) => ({
      document: nameOf(documentId),
      subject,
      path,
      label,
      type,
      value: state === "withheld" ? "" : value,
      sentences: sentencesAt(spans, sentences),
    }));
}

/** The brief in the reply, as a list; empty if it has none. */
const briefsOf = (
  { brief }: Reply,
  { documentIds: [documentId], scope: [fragment] }: MaterialRow,
  ofFragments: boolean,
): Brief[] =>
  brief === null || documentId === undefined || brief.subject.trim() === ""
    ? []
    : [
        {
          documentId,
          ...(ofFragments && fragment && { fragment }),
          subject: brief.subject.trim(),
          settles: brief.settles,
        },
      ];

export const initStage = ({ facts, titles, ofFragments = false, ...options }: InitOptions) => {
  const { types, briefs, constructed, ...stage } = options;
  return defineStage({
    ...stage,
    module: import.meta.filename,
    prompts: [initPrompt],
    settings: { types, briefs, constructed, ...(ofFragments && { ofFragments }) },
    lookup: { documents, ...(facts && { facts }), ...(titles && { titles }) },
    async each(material, { ask, tables }) {
      const { language, domain, documentIds, wanted, link } = material;
      const documentOf = documentsWithTitles(tables);
      const shownMaterial = showMaterial(material, documentOf);
      const factsToShow = tables.facts ? undisputedFacts(tables.facts, documentIds) : [];
      const count = wanted.reduce((sum, { count: each }) => sum + each, 0);
      const toCandidates = ({ candidates }: Reply) =>
        toProposedCandidates(candidates, {
          language,
          types,
          documentIds,
          sentences: shownMaterial.sentences,
          constructed,
        });
      const reply = await ask(
        initPrompt,
        language,
        {
          domain,
          documents: shownMaterial.documents,
          link: link && { question: link.question, adds: link.adds, tie: link.tie },
          silent: withheldLabels(factsToShow, documentIds),
          facts: shownFacts(factsToShow, shownMaterial.sentences, id => documentOf(id).name),
          wanted,
          count,
          described: material.described ?? 0,
          brief: briefs && link === null,
        },
        { check: checkOnce(toCandidates, language, count) },
      );
      return made([
        toProposal(material, toCandidates(reply), briefsOf(reply, material, ofFragments)),
      ]);
    },
  });
};
