// Assigns documents to a user's own questions: those that a question names or, if it names none, the closest ones in the corpus.

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
import { searchTokens } from "../text/segment.ts";
import { unanswerableAnswer } from "../../schemas/formats/dragonball.ts";
import { indexByName } from "./document-names.ts";

/** How many of the closest documents a question gets. */
const nearestCount = 3;

const indexDocuments = (rows: readonly DocumentRow[]) =>
  buildBm25(
    rows.map(({ id, name, text, language }) => ({
      id,
      tokens: searchTokens(`${name}\n${text}`, language),
    })),
  );

/** Of documents with the same name, those in the question's language, if there are any. */
function preferLanguage(
  namedDocuments: readonly DocumentRow[],
  language: Language,
): readonly DocumentRow[] {
  const sameLanguage = namedDocuments.filter(row => row.language === language);
  return sameLanguage.length > 0 ? sameLanguage : namedDocuments;
}

function toQuestion(row: OwnQuestionRow, questionDocuments: readonly DocumentRow[]): QuestionRow {
  const { id, language, question, answer, type } = row;
  const documentIds = [...new Set(questionDocuments.map(document => document.id))];
  const domain = questionDocuments[0]?.domain ?? "documents";
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
      const bm25 = tables.documents.derive("documents", indexDocuments);
      const ids = bm25
        .search(searchTokens(row.question, row.language), nearestCount)
        .map(({ id }) => id);
      return ids.length > 0
        ? made([
            toQuestion(
              row,
              ids.map(id => tables.documents.get(id)),
            ),
          ])
        : rejected<QuestionRow>("no-document", "No document shares a word with the question.");
    }
    const byName = tables.documents.derive("names", indexByName);
    const unknownName = row.documents.find(name => !byName.has(name));
    if (unknownName !== undefined)
      return rejected<QuestionRow>("no-document", `There is no document "${unknownName}".`);
    return made([
      toQuestion(
        row,
        row.documents.flatMap(name => preferLanguage(byName.get(name) ?? [], row.language)),
      ),
    ]);
  },
});
