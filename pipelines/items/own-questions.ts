// Gives a user's own questions their documents: those named, else the nearest ones in the corpus.

import { documents, type DocumentRow, type OwnQuestionRow, ownQuestions, type QuestionRow, questions } from "../../schemas/items/records.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { rowId } from "../engine/fingerprint.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { words } from "../text/segment.ts";

const nearestShown = 3;

const indexDocuments = (rows: readonly DocumentRow[]) => buildBm25(rows.map(({ id, name, text, language }) => ({ id, tokens: words(`${name}\n${text}`, language) })));

/** The documents with this id, name, or number in the file they came from. */
function named(rows: readonly DocumentRow[], name: string): DocumentRow[] {
  return rows.filter(row => row.id === name || row.name === name || String(row.foreign?.["doc_id"] ?? "") === name);
}

function toQuestion(row: OwnQuestionRow, found: readonly DocumentRow[]): QuestionRow {
  const { id, language, question, answer, type } = row;
  const documentIds = found.map(document => document.id);
  const domain = found[0]?.domain ?? "documents";
  return { id: rowId("q", id, documentIds), wing: "own", type: type ?? "factual", language, domain, question, answer, subjects: [], documentIds, factIds: [], derivations: [], originId: id };
}

export const ownQuestionsStage = defineStage({
  name: "items/questions",
  version: 1,
  prompts: [],
  over: ownQuestions,
  lookup: { documents },
  writes: questions,
  each(row, { tables }) {
    const all = tables.documents.rows();
    if (row.documents.length === 0) {
      const index = tables.documents.derive("documents", indexDocuments);
      const ids = index.search(words(row.question, row.language), nearestShown).map(({ id }) => id);
      return ids.length > 0 ? made([toQuestion(row, ids.map(id => tables.documents.get(id)))]) : rejected<QuestionRow>("no-document", "No document shares a word with the question.");
    }
    const unknown = row.documents.find(name => named(all, name).length === 0);
    if (unknown !== undefined) return rejected<QuestionRow>("no-document", `There is no document "${unknown}".`);
    return made([toQuestion(row, row.documents.flatMap(name => named(all, name)))]);
  },
});
