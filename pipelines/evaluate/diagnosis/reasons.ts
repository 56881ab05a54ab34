// The reasons of a diagnosis, in sentences: which span, which rank, which border.

import type {
  Cause,
  DiagnosedKeypoint,
  DiagnosedSpan,
} from "../../../schemas/evaluation/diagnosis.ts";
import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { passagesRead } from "../numbered-passages.ts";
import { retrievedPassages } from "./lost-spans.ts";

export interface Reasoned {
  readonly causes: readonly Cause[];
  readonly spans: readonly DiagnosedSpan[];
  readonly keypoints: readonly DiagnosedKeypoint[];
  readonly invented: readonly string[];
  readonly declined: boolean;
  readonly prediction: Pick<PredictionRow, "retrieved" | "reranked" | "contexts">;
  readonly language: "zh" | "en";
  /** A document's name for people. */
  readonly nameOf: (documentId: string) => string;
}

const LONGEST = 90;
const SHOWN = 5;

const quoted = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return `“${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}”`;
};

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

const languages = { zh: "Chinese", en: "English" };
const otherLanguage = { zh: "en", en: "zh" } as const;

/** Says where another part of the span's document was retrieved. */
function neighbour({ documentId }: DiagnosedSpan, found: readonly Passage[]): string {
  const at = found.findIndex(passage => passage.documentId === documentId);
  if (documentId === null) return "";
  return at < 0
    ? ", nor is any other part of its document"
    : `; another part of its document came at rank ${at + 1}`;
}

const inDocument = ({ documentId }: DiagnosedSpan, nameOf: Reasoned["nameOf"]): string =>
  documentId === null ? "" : ` of ${nameOf(documentId)}`;

function missedText(span: DiagnosedSpan, { prediction, nameOf }: Reasoned): string {
  const found = retrievedPassages(prediction);
  const where = `${quoted(span.text)}${inDocument(span, nameOf)}`;
  if (found.length === 0) return `nothing was retrieved; the evidence is ${where}`;
  const among =
    found.length === 1 ? "the one passage retrieved" : `the ${found.length} passages retrieved`;
  return `the evidence ${where} is not in ${among}${neighbour(span, found)}`;
}

function cutText({ text, rank, border }: DiagnosedSpan): string {
  if (!border) return `a border between chunks cuts the evidence ${quoted(text)}`;
  return `a border between chunks cuts the evidence (passage ${rank}) after “${border.before}” and before “${border.after}”, and the rest was not retrieved`;
}

const spanTexts: Record<string, (span: DiagnosedSpan, all: Reasoned) => string> = {
  "not-parsed": ({ text }) => `the evidence ${quoted(text)} is in no chunk, not even in pieces`,
  cut: cutText,
  "left-out": ({ text, rank }, { prediction }) =>
    `the evidence ${quoted(text)} was retrieved at rank ${rank ?? "?"}, but is not in what was read (${counted(passagesRead(prediction)?.length ?? 0, "passage")})`,
  "not-retrieved": missedText,
  "other-language": (_, { prediction, language }) =>
    `the question is in ${languages[language]}, but all that was retrieved (${counted(retrievedPassages(prediction).length, "passage")}) is in ${languages[otherLanguage[language]]}`,
  "too-few": (span, { spans, prediction }) =>
    `too few passages: ${counted(retrievedPassages(prediction).length, "passage")} retrieved, but the evidence is ${counted(spans.length, "span")} in ${counted(new Set(spans.map(({ documentId }) => documentId)).size, "document")}; missing: ${quoted(span.text)}`,
};

function saidText({ keypoints }: Reasoned, verdict: "contradicted" | "missing"): string {
  const [first, ...more] = keypoints.filter(keypoint => keypoint.verdict === verdict);
  if (!first) return "";
  const lacks = first.lacks.length > 0 ? `${first.lacks.slice(0, SHOWN).join(", ")} of ` : "";
  const reason = first.reason === null ? "" : ` (the judge: ${first.reason})`;
  const others = more.length > 0 ? `, and ${counted(more.length, "more keypoint")}` : "";
  return verdict === "missing"
    ? `the answer lacks ${lacks}${quoted(first.claim)}${others}${reason}`
    : `the answer contradicts ${quoted(first.claim)}${others}${reason}`;
}

const isEvidenceRead = ({ spans, prediction }: Reasoned): boolean =>
  spans.length > 0 && passagesRead(prediction) !== null && spans.every(({ cause }) => !cause);

const answerTexts: Partial<Record<Cause, (reasoned: Reasoned) => string>> = {
  "no-answer": () => "the answer is empty",
  refused: reasoned =>
    isEvidenceRead(reasoned)
      ? `it declined to answer, although all the evidence was read (${counted(reasoned.spans.length, "span")})`
      : "it declined to answer a question that has an answer",
  "should-refuse": () => "the documents do not answer this question, but it answered",
  invented: ({ invented }) =>
    `it says ${invented.slice(0, SHOWN).join(", ")}${invented.length > SHOWN ? " …" : ""}, which ${invented.length === 1 ? "is" : "are"} in no passage that was read`,
  contradicted: reasoned => saidText(reasoned, "contradicted"),
  "left-unsaid": reasoned =>
    `${isEvidenceRead(reasoned) ? "all the evidence was read, but " : ""}${saidText(reasoned, "missing")}`,
};

/** One sentence per cause, in their order. */
export function reasonsOf(reasoned: Reasoned): string[] {
  const { causes, spans, declined } = reasoned;
  const sentences = causes.flatMap(cause => {
    const span = spans.find(one => one.cause === cause);
    const more = spans.filter(one => one.cause === cause).length - 1;
    const text = span ? spanTexts[cause]?.(span, reasoned) : answerTexts[cause]?.(reasoned);
    return text ? [`${text}${more > 0 ? ` (and ${counted(more, "more span")})` : ""}`] : [];
  });
  const isExcused = declined && causes.some(cause => cause in spanTexts);
  return isExcused ? [...sentences, "without it, the system declined to answer"] : sentences;
}
