// Finds the candidates for a batch: items, and answers that the automatic filters rejected; defines what all candidates share.

import type {
  AnnotationTaskRow,
  Content,
  DraftSource,
  Protocol,
} from "../../../schemas/annotation.ts";
import {
  type AnswerRow,
  answers,
  type Evidence,
  type ItemRow,
  items,
  keypoints,
  type Keywords as KeywordsOfItem,
  keywords,
  type VerdictRow,
  verdicts,
} from "../../../schemas/items/records.ts";
import { type ItemType, isReverse, type Language } from "../../../schemas/items/item-types.ts";
import { lineHash } from "../../engine/fingerprint.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { emptyContent } from "../form.ts";
import type { Drawable } from "./sampling.ts";

export interface Candidate extends Drawable {
  readonly itemId: string | null;
  readonly sourceId: string;
  /** A RAG system's answer; empty if people do not judge one. */
  readonly response: string;
  readonly filterVerdict: AnnotationTaskRow["automatic"];
}

/** The content of a candidate as shown to people and, if documents are ranked, the source of each draft by its label. */
export interface CandidateContent {
  readonly content: Content;
  readonly sources: Readonly<Record<string, DraftSource>>;
}

export interface Candidates {
  readonly rows: readonly Candidate[];
  /** Contents by candidate id, at least those of the requested candidates; long texts are read only here. */
  readContents(requestedCandidates: readonly Candidate[]): ReadonlyMap<string, CandidateContent>;
  readonly notices: readonly string[];
}

/** An undefined list filters nothing out. */
export interface Filter {
  readonly types?: readonly ItemType[] | undefined;
  readonly languages?: readonly Language[] | undefined;
  readonly domains?: readonly string[] | undefined;
}

export const passesFilter = (
  { types, languages, domains }: Filter,
  { type, language, domain }: Pick<Drawable, "type" | "language" | "domain">,
): boolean =>
  (!types || (type !== null && types.includes(type))) &&
  (!languages || languages.includes(language)) &&
  (!domains || domains.includes(domain));

/** Fields that items and rejected answers share. */
interface SharedItemFields
  extends Pick<
    ItemRow,
    "type" | "language" | "domain" | "question" | "answer" | "documentIds" | "heldOutIds"
  > {
  readonly evidence: readonly Evidence[];
}

/** Maximum number of documents shown for a reverse task, which may cite many. */
const maxDocuments = 5;

// A held-out article is the answer itself: anyone who has read it can no longer judge the search for it.
function documentsToShow({ type, evidence, documentIds, heldOutIds }: SharedItemFields): string[] {
  const citedIds = evidence.map(({ span }) => span.documentId);
  const ids = new Set(isReverse(type) ? citedIds : [...citedIds, ...documentIds]);
  for (const id of heldOutIds) ids.delete(id);
  return isReverse(type) ? [...ids].slice(0, maxDocuments) : [...ids];
}

type Keywords = Content["keywords"];
const noKeywords: Keywords = { coarse: [], fine: [] };

const toContent = (
  item: SharedItemFields,
  parts: Partial<Pick<Content, "keypoints" | "keywords">> = {},
): Content => ({
  ...emptyContent(item),
  type: item.type,
  question: item.question,
  answer: item.answer,
  evidence: [...item.evidence],
  documentIds: documentsToShow(item),
  ...parts,
});

export interface Entry {
  readonly candidate: Candidate;
  readonly content: Content;
}

/** Deduplicates candidates by content and keeps the first of each. */
export function toCandidates(entries: readonly Entry[], notices: readonly string[]): Candidates {
  const entriesByContent = new Map<string, Entry>();
  for (const entry of entries) {
    const key = lineHash(JSON.stringify(entry.content));
    if (!entriesByContent.has(key)) entriesByContent.set(key, entry);
  }
  const uniqueEntries = [...entriesByContent.values()];
  const contents = new Map(
    uniqueEntries.map(({ candidate, content }) => [candidate.id, { content, sources: {} }]),
  );
  return {
    rows: uniqueEntries.map(({ candidate }) => candidate),
    readContents: () => contents,
    notices,
  };
}

const toFilterVerdict = ({ accepted, reasons }: VerdictRow) => ({
  accepted,
  codes: [...new Set(reasons.map(({ code }) => code))],
});

export function toEntry(item: ItemRow, verdict: VerdictRow | undefined, content: Content): Entry {
  const { id, type, language, domain, questionId } = item;
  const filterVerdict = verdict ? toFilterVerdict(verdict) : null;
  return {
    candidate: {
      id,
      type,
      language,
      domain,
      isRejected: false,
      itemId: id,
      sourceId: verdict?.answerId ?? questionId,
      response: content.response,
      filterVerdict,
    },
    content,
  };
}

export const readVerdictsByQuestion = (run: OpenRun): ReadonlyMap<string, VerdictRow> =>
  new Map([...run.rows(verdicts)].map(row => [row.questionId, row]));

export interface CandidateSearch {
  readonly protocol: Exclude<Protocol, "judge" | "rageval-documents">;
  readonly filter: Filter;
  /** Whether answers that the filters rejected are candidates too. */
  readonly includesRejected: boolean;
}

/** Finds items and, if requested, rejected answers, for protocols that show the documents too. Keeps the shown content of each in memory. */
export function findItems(
  run: OpenRun,
  { protocol, filter, includesRejected }: CandidateSearch,
): Candidates {
  const verdictByQuestion = readVerdictsByQuestion(run);
  const questions = new Set<string>();
  const entries: Entry[] = [];
  let bareCount = 0;
  for (const item of run.rows(items)) {
    questions.add(item.questionId);
    if (!passesFilter(filter, item)) continue;
    const terms = protocol === "cofe" && item.keywords ? toTerms(item.keywords) : noKeywords;
    if (terms === noKeywords && item.type !== "unanswerable") bareCount += 1;
    const claims = protocol === "rageval-qra" ? item.keypoints.map(({ claim }) => claim) : [];
    const content = toContent(item, { keypoints: claims, keywords: terms });
    entries.push(toEntry(item, verdictByQuestion.get(item.questionId), content));
  }
  const notices =
    protocol === "cofe" && bareCount > 0
      ? [
          `${bareCount} of ${entries.length} items have no keywords: only their query and answer can be judged.`,
        ]
      : [];
  const search = { protocol, filter, verdictByQuestion, questions, hasBareItems: bareCount > 0 };
  if (includesRejected) entries.push(...readRejected(run, search));
  return toCandidates(entries, notices);
}

const toTerms = ({ coarse, fine }: KeywordsOfItem): Keywords => ({
  coarse,
  fine: fine.map(spans => spans.map(({ text }) => text)),
});

interface RejectedSearch extends Pick<CandidateSearch, "protocol" | "filter"> {
  readonly verdictByQuestion: ReadonlyMap<string, VerdictRow>;
  /** Question ids of items. */
  readonly questions: ReadonlySet<string>;
  /** Whether some items have no keywords. */
  readonly hasBareItems: boolean;
}

function readRejected(
  run: OpenRun,
  { protocol, filter, verdictByQuestion, questions, hasBareItems }: RejectedSearch,
): Entry[] {
  const rows: { answer: AnswerRow; verdict: VerdictRow }[] = [];
  for (const answer of run.rows(answers)) {
    const verdict = verdictByQuestion.get(answer.question.id);
    if (
      verdict &&
      !verdict.accepted &&
      !questions.has(answer.question.id) &&
      passesFilter(filter, answer.question)
    )
      rows.push({ answer, verdict });
  }
  const claims =
    protocol === "rageval-qra"
      ? readClaims(run, new Set(rows.map(({ answer }) => answer.id)))
      : undefined;
  const terms = new Map(
    protocol === "cofe" ? [...run.rows(keywords)].map(row => [row.answerId, toTerms(row)]) : [],
  );
  // Among items that all have keywords, an answer without any would stand out.
  const needsTerms = protocol === "cofe" && !hasBareItems;
  const shownRows = rows.filter(({ answer }) => !needsTerms || terms.has(answer.id));
  return shownRows.map(({ answer: { id, question, answer, evidence }, verdict }) => ({
    candidate: {
      id,
      type: question.type,
      language: question.language,
      domain: question.domain,
      isRejected: true,
      itemId: null,
      sourceId: id,
      response: "",
      filterVerdict: toFilterVerdict(verdict),
    },
    content: toContent(
      { ...question, answer, evidence },
      { keypoints: claims?.get(id) ?? [], keywords: terms.get(id) ?? noKeywords },
    ),
  }));
}

function readClaims(run: OpenRun, answerIds: ReadonlySet<string>): ReadonlyMap<string, string[]> {
  const claims = new Map<string, string[]>([...answerIds].map(id => [id, []]));
  for (const { answerId, claim } of run.rows(keypoints)) claims.get(answerId)?.push(claim);
  return claims;
}
