// Checks whether a question, read alone among all documents, identifies what it cites: its subject, or the one place that it names.

import { questionTypes } from "../../schemas/items/question-types.ts";
import type { TitleRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Candidate } from "../../schemas/questions/records.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Table } from "../engine/stage.ts";
import { languageOf } from "../text/language.ts";
import { namesOnePlace } from "./named-place.ts";
import { indexSubjects } from "./subject.ts";
import { underTitle, wholly } from "./document-titles.ts";

interface Tables {
  readonly documents: Table<DocumentRow>;
  readonly titles?: Table<TitleRow> | undefined;
  /** Documents about which nothing is asked; what a question describes must not be found there either. */
  readonly distractors?: Table<DocumentRow> | undefined;
}

type Fault = { readonly code: string; readonly detail: string } | undefined;

/** Checks a question against documents other than those it was made from; returns the fault, if any. */
export type Meaning = (candidate: Candidate, language: Language) => Fault;

/** For constructed questions: the words by which a question names a place must fit one place only. */
function ofPlaces({ documents, titles }: Tables): Meaning {
  const named = underTitle(wholly(titles));
  const alike = documents.derive("by title", rows => groupBy(rows.map(named), ({ name }) => name));
  return ({ question, evidence: [first] }, language) => {
    const own = first && named(documents.get(first.span.documentId)).name;
    return own === undefined || namesOnePlace(question, language, alike.get(own) ?? [])
      ? undefined
      : {
          code: "two-places",
          detail: "Several lines bear the words by which a question names its place.",
        };
  };
}

function ofSubjects({ documents, titles, distractors }: Tables): Meaning {
  const named = underTitle(wholly(titles));
  const subjects = documents.derive("subjects", rows => indexSubjects(rows.map(named)));
  const withOthers =
    distractors?.derive("subjects", others =>
      indexSubjects([...documents.rows().map(named), ...others]),
    ) ?? subjects;
  return ({ question, type, factIds, evidence }, language) => {
    // A question that code proved to fit one subject need not name it; its near-twin is already ruled out.
    if (factIds !== undefined || "described" in questionTypes[type]) return undefined;
    const cited = [...new Set(evidence.map(({ span }) => span.documentId))];
    // Words cannot find text in another language.
    const isForeign = languageOf(evidence.map(({ text }) => text).join("\n")) !== language;
    const missed = isForeign ? undefined : subjects.missed(question, language, cited);
    if (missed !== undefined)
      return {
        code: "no-subject",
        detail: `Alone among all documents it does not mean "${missed}".`,
      };
    const states = (id: string) =>
      evidence.every(({ text }) =>
        (documents.find(id) ?? distractors?.find(id))?.text.includes(text),
      );
    const rival = withOthers.rival(question, language, { documentIds: cited, states });
    return rival === undefined
      ? undefined
      : { code: "two-subjects", detail: `It names no document, and "${rival}" fits as well.` };
  };
}

/** The check that applies: constructed questions name their subject, but a place in them may fit two lines. */
export const meaningAmong = (tables: Tables, constructed: boolean): Meaning =>
  constructed ? ofPlaces(tables) : ofSubjects(tables);
