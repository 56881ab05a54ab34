// Checks whether a question, asked of all documents, identifies what it cites: its subject, or the one place that it names.

import { questionTypes } from "../../schemas/items/question-types.ts";
import type { TitleRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Candidate } from "../../schemas/questions/records.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Table } from "../engine/stage.ts";
import { languageOf } from "../text/language.ts";
import { indexSubjects } from "./subject-index.ts";
import { titleDocument, withAllTitles } from "./document-titles.ts";
import { linesAt, placeInQuestion } from "../text/place-questions.ts";
import { splitSentences } from "../text/sentences.ts";
import { readLines } from "../text/stated-lines.ts";

const linesOf = ({ text, language }: DocumentRow) =>
  readLines(
    splitSentences(text, language).map((sentence, index) => ({
      number: index + 1,
      text: sentence.text,
    })),
  );

/** Whether a question names exactly one place, or none at all; `documents` are those with the title that it names. */
export function namesOnePlace(
  question: string,
  language: "zh" | "en",
  documents: readonly DocumentRow[],
): boolean {
  const place = placeInQuestion(question, language);
  return (
    place === undefined ||
    documents.flatMap(document => linesAt(place, linesOf(document))).length === 1
  );
}

interface Tables {
  readonly documents: Table<DocumentRow>;
  readonly titles?: Table<TitleRow> | undefined;
  /** Documents about which nothing is asked; they must not fit what a question describes either. */
  readonly distractors?: Table<DocumentRow> | undefined;
}

type Fault = { readonly code: string; readonly detail: string } | undefined;

/** Checks a question against documents other than those it was made from; returns the fault, if any. */
export type IdentificationCheck = (candidate: Candidate, language: Language) => Fault;

/** The check for constructed questions: the words by which a question names a place must fit one place only. */
function checkPlaces({ documents, titles }: Tables): IdentificationCheck {
  const toTitled = titleDocument(withAllTitles(titles));
  const documentsByTitle = documents.derive("by title", rows =>
    groupBy(rows.map(toTitled), ({ name }) => name),
  );
  return ({ question, evidence: [first] }, language) => {
    const ownTitle = first && toTitled(documents.get(first.span.documentId)).name;
    return ownTitle === undefined ||
      namesOnePlace(question, language, documentsByTitle.get(ownTitle) ?? [])
      ? undefined
      : {
          code: "two-places",
          detail: "Several lines contain the words by which the question names its place.",
        };
  };
}

/** The check for all other questions: they must lead to the documents that they cite, and to no others. */
function checkSubjects({ documents, titles, distractors }: Tables): IdentificationCheck {
  const toTitled = titleDocument(withAllTitles(titles));
  const subjects = documents.derive("subjects", rows => indexSubjects(rows.map(toTitled)));
  const allSubjects =
    distractors?.derive("subjects", others =>
      indexSubjects([...documents.rows().map(toTitled), ...others]),
    ) ?? subjects;
  return ({ question, type, factIds, evidence }, language) => {
    // A question that code proved to fit one subject need not name it; its near-twin is already ruled out.
    if (factIds !== undefined || "hidesSubject" in questionTypes[type]) return undefined;
    const citedIds = [...new Set(evidence.map(({ span }) => span.documentId))];
    // A search by words cannot find text in another language.
    const isForeign = languageOf(evidence.map(({ text }) => text).join("\n")) !== language;
    const missedName = isForeign ? undefined : subjects.findMissed(question, language, citedIds);
    if (missedName !== undefined)
      return {
        code: "no-subject",
        detail: `Asked of all documents, the question does not identify "${missedName}".`,
      };
    const states = (id: string) =>
      evidence.every(({ text }) =>
        (documents.find(id) ?? distractors?.find(id))?.text.includes(text),
      );
    const rivalName = allSubjects.findRival(question, language, { documentIds: citedIds, states });
    return rivalName === undefined
      ? undefined
      : {
          code: "two-subjects",
          detail: `The question names no document, and "${rivalName}" fits it as well.`,
        };
  };
}

/** Selects the check: constructed questions name their subject, but a place in them may fit two lines. */
export const identificationCheck = (tables: Tables, constructed: boolean): IdentificationCheck =>
  constructed ? checkPlaces(tables) : checkSubjects(tables);
