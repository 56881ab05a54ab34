// Explains a diagnosis in sentences: which span of evidence was lost, and at which rank or chunk boundary; what is wrong with the answer.

import type { Cause, DiagnosedSpan, DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { passagesRead } from "../numbered-passages.ts";
import { retrievedPassages } from "./lost-spans.ts";

interface ReasonInput
  extends Pick<
    DiagnosisRow,
    "causes" | "spans" | "keypoints" | "invented" | "declined" | "language"
  > {
  readonly prediction: Pick<PredictionRow, "retrieved" | "reranked" | "contexts">;
  /** A document's name for people. */
  readonly nameOf: (documentId: string) => string;
}

const maxQuoted = 90;
const maxValues = 5;

const quote = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return `“${line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line}”`;
};

const countNoun = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

const languageNames = { zh: "Chinese", en: "English" };
const otherLanguage = { zh: "en", en: "zh" } as const;

/** Says whether, and at which rank, another part of the span's document was retrieved. */
function sameDocumentText({ documentId }: DiagnosedSpan, passages: readonly Passage[]): string {
  const index = passages.findIndex(passage => passage.documentId === documentId);
  if (documentId === null) return "";
  return index < 0
    ? ", nor is any other part of its document"
    : `; another part of its document is at rank ${index + 1}`;
}

const documentSuffix = ({ documentId }: DiagnosedSpan, nameOf: ReasonInput["nameOf"]): string =>
  documentId === null ? "" : ` from ${nameOf(documentId)}`;

function notRetrievedText(span: DiagnosedSpan, { prediction, nameOf }: ReasonInput): string {
  const passages = retrievedPassages(prediction);
  const evidence = `${quote(span.text)}${documentSuffix(span, nameOf)}`;
  if (passages.length === 0) return `nothing was retrieved; the evidence is ${evidence}`;
  const passagesText = passages.length === 1 ? "one passage" : `${passages.length} passages`;
  return `the evidence ${evidence} is not in the ${passagesText} retrieved${sameDocumentText(span, passages)}`;
}

function cutText({ text, rank, border }: DiagnosedSpan): string {
  if (!border) return `a chunk boundary splits the evidence ${quote(text)}`;
  return `a chunk boundary splits the evidence (passage ${rank}) after “${border.before}” and before “${border.after}”, and the rest was not retrieved`;
}

const spanTexts: Record<string, (span: DiagnosedSpan, input: ReasonInput) => string> = {
  "not-parsed": ({ text }) => `the evidence ${quote(text)} is in no chunk, not even in pieces`,
  cut: cutText,
  "left-out": ({ text, rank }, { prediction }) =>
    `the evidence ${quote(text)} was retrieved at rank ${rank ?? "?"}, but is not in what was read (${countNoun(passagesRead(prediction)?.length ?? 0, "passage")})`,
  "not-retrieved": notRetrievedText,
  "other-language": (_, { prediction, language }) =>
    `the question is in ${languageNames[language]}, but all that was retrieved (${countNoun(retrievedPassages(prediction).length, "passage")}) is in ${languageNames[otherLanguage[language]]}`,
  "too-few": (span, { spans, prediction }) =>
    `too few passages: ${countNoun(retrievedPassages(prediction).length, "passage")} retrieved, but the evidence is ${countNoun(spans.length, "span")} in ${countNoun(new Set(spans.map(({ documentId }) => documentId)).size, "document")}; missing: ${quote(span.text)}`,
};

function keypointText({ keypoints }: ReasonInput, verdict: "contradicted" | "missing"): string {
  const [first, ...others] = keypoints.filter(keypoint => keypoint.verdict === verdict);
  if (!first) return "";
  const lacks = first.lacks.length > 0 ? `${first.lacks.slice(0, maxValues).join(", ")} of ` : "";
  const reason = first.reason === null ? "" : ` (the judge: ${first.reason})`;
  const othersText = others.length > 0 ? `, and ${countNoun(others.length, "more keypoint")}` : "";
  return verdict === "missing"
    ? `the answer lacks ${lacks}${quote(first.claim)}${othersText}${reason}`
    : `the answer contradicts ${quote(first.claim)}${othersText}${reason}`;
}

const isEvidenceRead = ({ spans, prediction }: ReasonInput): boolean =>
  spans.length > 0 && passagesRead(prediction) !== null && spans.every(({ cause }) => !cause);

const answerTexts: Partial<Record<Cause, (input: ReasonInput) => string>> = {
  "no-answer": () => "the answer is empty",
  refused: input =>
    isEvidenceRead(input)
      ? `the system declined to answer, although all the evidence was read (${countNoun(input.spans.length, "span")})`
      : "the system declined to answer a question that has an answer",
  "should-refuse": () => "the documents do not answer this question, but the system did",
  invented: ({ invented }) =>
    `the answer says ${invented.slice(0, maxValues).join(", ")}${invented.length > maxValues ? " …" : ""}, which ${invented.length === 1 ? "is" : "are"} in no passage that was read`,
  contradicted: input => keypointText(input, "contradicted"),
  "left-unsaid": input =>
    `${isEvidenceRead(input) ? "all the evidence was read, but " : ""}${keypointText(input, "missing")}`,
};

/** One sentence per cause, in the order of the causes. */
export function reasonsOf(input: ReasonInput): string[] {
  const { causes, spans, declined } = input;
  const sentences = causes.flatMap(cause => {
    const [span, ...moreSpans] = spans.filter(({ cause: spanCause }) => spanCause === cause);
    const text = span ? spanTexts[cause]?.(span, input) : answerTexts[cause]?.(input);
    if (!text) return [];
    return moreSpans.length > 0
      ? `${text} (and ${countNoun(moreSpans.length, "more span")})`
      : text;
  });
  const isExcused = declined && causes.some(cause => cause in spanTexts);
  return isExcused
    ? [...sentences, "without that evidence, the system declined to answer"]
    : sentences;
}
