// Asks for questions about a family, or about lists drawn from all documents, and proves their answers from the facts that the documents state.

import { documents } from "../../schemas/items/documents.ts";
import type { Language, QuestionType } from "../../schemas/items/item-types.ts";
import {
  type FamilyDocument,
  type FamilyFact,
  familiesPrompt,
  listsPrompt,
} from "../../schemas/questions/families/prompts.ts";
import { familyMaterials, familyProposals } from "../../schemas/questions/records.ts";
import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { type FactRow, facts } from "../../schemas/rageval/records.ts";
import { defineStage, made, type Table } from "../engine/stage.ts";
import { groupBy } from "../engine/grouping.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { dayInWords } from "../text/write-values.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";
import { wordSet } from "../text/value-choice.ts";
import { toFamilyCandidates } from "./family-candidates.ts";
import {
  hasSeveralValues,
  type FamilyFacts,
  type Thread,
  threadsOf,
} from "../text/family-facts.ts";
import { proposeLists } from "./list-request.ts";
import { checkOnce, memoizeLast, sentencesAt, toProposal } from "./proposal-rows.ts";
import { showSubjects } from "./material-view.ts";

type Variables = VariablesOf<typeof familiesPrompt>;
type Reply = ReplyOf<typeof familiesPrompt>;

export const familiesStageName = "questions/families";

const valueKey = ({ path, value }: Pick<FactRow, "path" | "value">): string =>
  `${path}\n${fold(value)}`;

/** For each value at its path, the subjects that have it, over the whole corpus. */
const subjectsByValue = (rows: readonly FactRow[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [...groupBy(rows, valueKey)].map(([key, sameValueRows]) => [
      key,
      new Set(sameValueRows.map(({ subject }) => subject)),
    ]),
  );

/** By content word, the one subject whose facts have it; null if several do. */
function subjectsByWord(rows: readonly FactRow[]): ReadonlyMap<string, string | null> {
  const subjects = new Map<string, string | null>();
  for (const { value, subject, language } of rows)
    for (const word of contentWords(value, language)) {
      const other = subjects.get(word);
      subjects.set(word, other === undefined || other === subject ? subject : null);
    }
  return subjects;
}

interface FamilyTexts {
  readonly documents: readonly FamilyDocument[];
  readonly documentIds: readonly string[];
  readonly sentences: readonly PlacedSentence[];
  readonly table: Table<FactRow>;
}

/** What these documents state, with the shown sentences that state it; there may be none if a document was not shown whole. */
function factsOf({
  documents: shownDocuments,
  documentIds,
  sentences,
  table,
}: FamilyTexts): FamilyFact[] {
  const subjects = table.derive("subjects by value", subjectsByValue);
  const words = table.derive("subjects by word", subjectsByWord);
  return documentIds.flatMap((id, index) =>
    table.where("documentId", id).flatMap((fact): FamilyFact[] => {
      const { path, label, type, value, from, standing, holds, spans, state } = fact;
      const { subject: ownSubject, language } = fact;
      const ownSentences = sentencesAt(spans, sentences);
      const alsoOf = [...(subjects.get(valueKey(fact)) ?? [])].filter(
        subject => subject !== shownDocuments[index]?.subject,
      );
      const ownWords = [...wordSet(value, language)].filter(word => words.get(word) === ownSubject);
      const distinction = { alsoOf, ownWords };
      const time = {
        ...(from && { from }),
        ...(standing && { standing }),
        ...(holds && { holds }),
      };
      return state === "stated"
        ? [
            {
              document: index + 1,
              path,
              label,
              type,
              value,
              sentences: ownSentences,
              ...distinction,
              ...time,
            },
          ]
        : [];
    }),
  );
}

const standings = {
  zh: { stale: "照抄旧值，已失效", disputed: "各份说法不一，无从判断", draft: "草案" },
  en: {
    stale: "copied from before, no longer holds",
    disputed: "the documents disagree, nothing decides",
    draft: "a draft's",
  },
};
const heldSince = {
  zh: (value: string, day: string) => `自${day}起实为${value}`,
  en: (value: string, day: string) => `since ${day} it is ${value}`,
};

/** What each document says about one leaf, in words for the model. */
const toShownThread =
  (language: Language) =>
  ({ label, statements, twin }: Thread): Variables["threads"][number] => ({
    label,
    told: [...statements, ...(twin ? [twin] : [])].map(
      ({ document, value, from, standing, holds }) => ({
        document,
        value,
        from: from ? dayInWords(from, language) : "",
        standing: standing ? standings[language][standing] : "",
        holds: holds ? heldSince[language](holds.value, dayInWords(holds.from, language)) : "",
      }),
    ),
  });

/** The threads about which the family's documents differ from one another or from the near-twin. */
const threadsToShow = (family: FamilyFacts): Thread[] =>
  threadsOf(family).filter(
    thread =>
      hasSeveralValues(thread) ||
      thread.statements.some(({ standing }) => standing !== undefined) ||
      (thread.twin &&
        !thread.statements.some(({ value }) => fold(value) === fold(thread.twin?.value ?? ""))),
  );

const isShown = ({ sentences }: FamilyFact): boolean => sentences.length > 0;

/** For each document, the labels of values that it alone states, if the text shown has them. */
function labelsOfOneDocument(family: FamilyFacts): Variables["alone"] {
  const threads = threadsOf(family).filter(({ statements }) => statements.some(isShown));
  return family.documents.flatMap(({ number }) => {
    const ownThreads = threads.filter(({ statements }) =>
      statements.every(({ document }) => document === number),
    );
    const labels = [...new Set(ownThreads.map(({ label }) => label))];
    return labels.length > 0 ? [{ document: number, labels: labels.join("; ") }] : [];
  });
}

export interface FamiliesOptions {
  /** The mix's types for families. */
  readonly types: readonly QuestionType[];
  /** Whether the questions are right by construction, so that no reader marks them. */
  readonly constructed: boolean;
}

export const familiesStage = ({ types, constructed }: FamiliesOptions) =>
  defineStage({
    name: familiesStageName,
    module: import.meta.filename,
    prompts: [familiesPrompt, listsPrompt],
    settings: { types, constructed },
    over: familyMaterials,
    lookup: { documents, facts },
    writes: familyProposals,
    async each(material, { ask, tables }) {
      if (material.lists)
        return made([await proposeLists(material, { ask, tables }, { types, constructed })]);
      const { language, domain, documentIds, wanted } = material;
      const { documents: shownDocuments, sentences } = showSubjects(material, tables);
      const familyFacts = factsOf({
        documents: shownDocuments,
        documentIds,
        sentences,
        table: tables.facts,
      });
      const family = { documents: shownDocuments, facts: familyFacts };
      const count = wanted.reduce((sum, { count: each }) => sum + each, 0);
      const context = { language, types, documentIds, sentences, constructed, family };
      const toCandidates = memoizeLast(({ candidates }: Reply) =>
        toFamilyCandidates(candidates, context),
      );
      const threads = threadsToShow({ ...family, facts: familyFacts.filter(isShown) }).map(
        toShownThread(language),
      );
      const alone = labelsOfOneDocument(family);
      const reply = await ask(
        familiesPrompt,
        language,
        { domain, documents: shownDocuments, threads, alone, facts: familyFacts, wanted, count },
        { check: checkOnce(toCandidates, language, count) },
      );
      return made([toProposal(material, toCandidates(reply), [])]);
    },
  });
