// A story in four invented articles: one withheld, three that tell parts of it, and a reply that makes every task of it.

import type { Reply } from "../../pipelines/crud/story-proofs.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { aNewsDocument } from "../support/crud-rows.ts";

const article = (id: string, published: string, ...sentences: string[]): DocumentRow =>
  aNewsDocument({ id, name: id, published, text: sentences.join(" ") });

export const withheld = article(
  "n9",
  "2025-06-03",
  "The chain ferry at Ottermouth sank at its moorings on 2 June 2025.",
  "Nobody was aboard.",
  "The harbour master, Wilf Tarrant, said the hull had been patched.",
);
const first = article(
  "n1",
  "2025-06-03",
  "The Ottermouth ferry carried 310,000 passengers in 2024.",
  "Divers found a hole of 40 centimetres in its hull.",
  "Wilf Tarrant, the harbour master, said the hole was where a patch had been.",
);
const second = article(
  "n2",
  "2025-06-05",
  "A floating crane from Port Renwick will lift the Ottermouth ferry on 9 June 2025.",
  "The lift will cost £85,000.",
  "Until then a bus takes passengers around by the Corran bridge.",
);
const third = article(
  "n3",
  "2025-06-04",
  "The Ottermouth ferry was built in 1961 in Port Renwick.",
  "Its last inspection, in March 2025, found no fault.",
);
export const golds = [first, second, third];

/** Sentences are numbered through all four. */
const facts = [
  { text: "Divers found a hole of 40 centimetres in the hull.", sentences: [5] },
  { text: "Wilf Tarrant said the hole was where a patch had been.", sentences: [6] },
  { text: "A floating crane will lift the ferry on 9 June 2025.", sentences: [7] },
  { text: "The lift will cost £85,000.", sentences: [8] },
  { text: "Its last inspection, in March 2025, found no fault.", sentences: [11] },
  { text: "The ferry was built in 1961.", sentences: [10] },
];
/** All of them one after the other. */
export const told = facts.map(({ text }) => text).join(" ");

export const question: NonNullable<Reply["questions"][number]> = {
  question:
    "How many years before the lift of its wreck by a floating crane was the Ottermouth ferry built?",
  answer: [
    { text: "The Ottermouth ferry was built in 1961.", sentences: [10] },
    { text: "A floating crane will lift it on 9 June 2025.", sentences: [7] },
    { text: "That is 64 years later.", sentences: [7, 10] },
  ],
  kind: "compute",
  derivations: [{ operation: "years-between", operands: ["1961", "2025"], result: "64 years" }],
  worth: 4,
};

export const correction: NonNullable<Reply["correction"]> = {
  context: "The chain ferry at Ottermouth sank on 2 June 2025.",
  text: "Divers found a hole of 90 centimetres in its hull. A storm had struck it, Wilf Tarrant said. A floating crane will lift the ferry after the summer.",
  errors: [
    { wrong: "90 centimetres", right: "40 centimetres", kind: "value", sentences: [5] },
    {
      wrong: "A storm had struck it",
      right: "It was where a patch had been",
      kind: "cause",
      sentences: [6],
    },
    { wrong: "after the summer", right: "on 9 June 2025", kind: "statement", sentences: [7] },
  ],
  facts: facts.slice(0, 3),
  worth: 4,
};
/** Its text put right. */
export const corrected =
  "Divers found a hole of 40 centimetres in its hull. It was where a patch had been, Wilf Tarrant said. A floating crane will lift the ferry on 9 June 2025.";

export const reply: Reply = {
  number: 1,
  articles: [
    { number: 1, tells: "same" },
    { number: 2, tells: "follow-up" },
    { number: 3, tells: "same" },
  ],
  continuation: {
    beginning:
      "The chain ferry at Ottermouth sank at its moorings on 2 June 2025. Nobody was aboard.",
    answer: facts,
    worth: 4,
  },
  summary: {
    event: "The chain ferry at Ottermouth sank in June 2025.",
    answer: facts,
    worth: 5,
  },
  questions: [question],
  correction,
  singles: [
    {
      question:
        "How are passengers to cross at Ottermouth until the sunken ferry is lifted, and when will that be?",
      answer: [
        {
          text: "Until the ferry is lifted a bus takes passengers by the Corran bridge.",
          sentences: [9],
        },
        { text: "A floating crane will lift the ferry on 9 June 2025.", sentences: [7] },
      ],
      derivations: [],
      worth: 4,
    },
  ],
  declined: [],
};
