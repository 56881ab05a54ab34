// Short documents for tests of asking and settling, and candidates, readings and replies on them.

import { showMaterial } from "../../pipelines/questions/material-view.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { CandidateReply } from "../../schemas/questions/prompts.ts";
import type { Candidate, ProposalRow, Reading } from "../../schemas/questions/records.ts";
import { aDocument } from "./items.ts";

const lines = {
  en: [
    "Orla Bridge toll rules of 4 March 2021.",
    "Lorries above 12 tonnes pay 40 euros.",
    "Lorries of the fire brigade pay nothing on duty.",
    "On 1 June the bridge closes at 22:00.",
    "Complaints go to Maren Holt within 14 days.",
    "The toll office may refund a toll that was paid by mistake.",
  ],
  zh: [
    "青岚滑雪场2022年票务规定。",
    "成人单日票每张300元，儿童单日票每张120元。",
    "身高不足1.2米的儿童由成人陪同时免票。",
    "因大风停开缆车的，凭票可在7天内改期一次。",
    "改期后的票不得退款。",
    "投诉由票务主管陆青禾受理。",
  ],
} as const;

export const tollDocument = (over: Partial<DocumentRow> = {}): DocumentRow =>
  aDocument({ id: "en", name: "Orla Bridge", text: lines.en.join("\n"), ...over });
export const slopeDocument = (over: Partial<DocumentRow> = {}): DocumentRow =>
  aDocument({ id: "zh", language: "zh", name: "青岚滑雪场", text: lines.zh.join("\n"), ...over });

/** The six numbered sentences of either document. */
export const sentencesOf = (language: "zh" | "en") => {
  const document = language === "zh" ? slopeDocument() : tollDocument();
  return showMaterial({ documentIds: [document.id], scope: [] }, () => document).sentences;
};

export const evidenceAt = (language: "zh" | "en", ...numbers: number[]) =>
  sentencesOf(language)
    .filter(({ number }) => numbers.includes(number))
    .map(({ documentId, start, end, text }, at) => ({
      number: at + 1,
      span: { documentId, start, end },
      text,
    }));

export const aReply = (over: Partial<CandidateReply> = {}): CandidateReply => ({
  type: "condition",
  asker: "haulier",
  question: "My 20 tonne lorry crosses the Orla Bridge in July. What do I pay?",
  answer: "You pay 40 euros, as all lorries above 12 tonnes do.",
  sentences: [2],
  derivations: [],
  worth: 4,
  ...over,
});

export const aCandidate = (over: Partial<Candidate> = {}): Candidate => {
  const { asker, question, answer, worth } = aReply();
  return {
    number: 1,
    type: "condition",
    asker,
    question,
    answer,
    derivations: [],
    evidence: evidenceAt("en", 2),
    mark: worth,
    ...over,
  };
};

export const aProposal = (over: Partial<ProposalRow> = {}): ProposalRow => ({
  id: "p1",
  language: "en",
  domain: "traffic",
  materialId: "m1",
  documentIds: ["en"],
  scope: [],
  candidates: [aCandidate()],
  losses: [],
  briefs: [],
  link: null,
  weight: 2,
  ...over,
});

export const aReading = (over: Partial<Reading> = {}): Reading => ({
  number: 1,
  answer: "40 euros: lorries above 12 tonnes pay that.",
  evidence: evidenceAt("en", 2),
  answerable: "yes",
  clear: true,
  known: false,
  worth: 4,
  ...over,
});
