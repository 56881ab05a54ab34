// Items of a packed benchmark, written by hand.

import type { PackedItem } from "../../schemas/formats/pack.ts";

const evidence = "Alder Mills was founded by Ruth Calder on 3 May 1998 in Corrie.";

/** A date and a name are asked for. */
export const founding: PackedItem = {
  id: "item-founding",
  language: "en",
  type: "factual",
  domain: "finance",
  split: "dev",
  question: "When was Alder Mills founded, and by whom?",
  answer: "On 3 May 1998, by Ruth Calder.",
  keypoints: [
    { id: "k1", claim: "Alder Mills was founded on 3 May 1998.", kind: "fact" },
    { id: "k2", claim: "Alder Mills was founded by Ruth Calder.", kind: "fact" },
  ],
  evidence: [{ documentId: "d-alder", start: 0, end: 63, text: evidence }],
};

export const packedItem = (more: Partial<PackedItem> = {}): PackedItem => ({
  ...founding,
  ...more,
});

export const unanswerable = packedItem({
  id: "item-open",
  type: "unanswerable",
  question: "How many ferries does Birch Ferries own?",
  answer: "Unable to answer.",
  keypoints: [{ id: "k1", claim: "Unable to answer.", kind: "fact" }],
  evidence: [],
});

/** Two dates, and the days between them. */
export const interval = packedItem({
  id: "item-interval",
  language: "zh",
  type: "multi-hop",
  question: "融资完成日期和制度修订日期相隔多久？",
  answer: "2021年8月11日与2021年4月19日相隔114天。",
  keypoints: [
    { id: "k1", claim: "融资完成日期为2021年8月11日。", kind: "fact" },
    { id: "k2", claim: "制度修订日期为2021年4月19日。", kind: "fact" },
    { id: "k3", claim: "因此相隔114天。", kind: "conclusion" },
  ],
  evidence: [
    { documentId: "d-1", start: 0, end: 16, text: "2021年8月11日融资完成。" },
    { documentId: "d-2", start: 0, end: 16, text: "2021年4月19日修订制度。" },
  ],
});

/** Nothing in it that code could find: no value, and no name that the question does not have. */
export const wordsAlone = packedItem({
  id: "item-words",
  question: "What does the board think of the merger?",
  answer: "It holds the merger to be premature.",
  keypoints: [{ id: "k1", claim: "The board holds the merger to be premature.", kind: "fact" }],
  evidence: [
    {
      documentId: "d-alder",
      start: 70,
      end: 113,
      text: "The board holds the merger to be premature.",
    },
  ],
});
