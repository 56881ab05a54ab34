// Assigns documents to a user's own questions: those named or, if none are, the closest ones in the corpus.

import {
  type OwnQuestionRow,
  ownQuestions,
  type QuestionRow,
  questions,
} from "../../schemas/items/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { documents, type DocumentRow } from "../../schemas/items/documents.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { rowId } from "../engine/fingerprint.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { words } from "../text/segment.ts";
import { unanswerableAnswer } from "../../schemas/formats/dragonball.ts";
import { indexNames } from "./document-names.ts";

const nearestShown = 3;

const indexDocuments = (rows: readonly DocumentRow[]) =>
  buildBm25(
    rows.map(({ id, name, text, language }) => ({
      id,
      tokens: words(`${name}\n${text}`, language),
    })),
  );

/** The documents in the question's language, if a name means documents in both. */
function preferred(found: readonly DocumentRow[], language: Language): readonly DocumentRow[] {
  const sameLanguage = found.filter(row => row.language === language);
  return sameLanguage.length > 0 ? sameLanguage : found;
}

function toQuestion(row: OwnQuestionRow, found: readonly DocumentRow[]): QuestionRow {
  const { id, language, question, answer, type } = row;
  const documentIds = [...new Set(found.map(document => document.id))];
  const domain = found[0]?.domain ?? "documents";
  return {
    id: rowId("q", id, documentIds),
    wing: "own",
    type: type ?? "factual",
    language,
    domain,
    question,
    answer: type === "unanswerable" && answer.trim() === "" ? unanswerableAnswer[language] : answer,
    subjects: [],
    documentIds,
    heldOutIds: [],
    spans: [],
    scope: [],
    factIds: [],
    derivations: [],
    originId: id,
  };
}

export const ownQuestionsStage = defineStage({
  name: "items/questions",
  module: import.meta.filename,
  prompts: [],
  over: ownQuestions,
  lookup: { documents },
  writes: questions,
  each(row, { tables }) {
    if (row.documents.length === 0) {
      const index = tables.documents.derive("documents", indexDocuments);
      const ids = index.search(words(row.question, row.language), nearestShown).map(({ id }) => id);
      return ids.length > 0
        ? made([
            toQuestion(
              row,
              ids.map(id => tables.documents.get(id)),
            ),
          ])
        : rejected<QuestionRow>("no-document", "No document shares a word with the question.");
    }
    const byName = tables.documents.derive("names", indexNames);
    const unknown = row.documents.find(name => !byName.has(name));
    if (unknown !== undefined)
      return rejected<QuestionRow>("no-document", `There is no document "${unknown}".`);
    return made([
      toQuestion(
        row,
        row.documents.flatMap(name => preferred(byName.get(name) ?? [], row.language)),
      ),
    ]);
  },
});
