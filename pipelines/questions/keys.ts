// Keypoints and keywords of all shortlisted questions of one material, in one request.

import type { ReplyOf } from "../../schemas/define.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { distractors, type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { keysPrompt } from "../../schemas/questions/prompts.ts";
import {
  keys,
  type Loss,
  settled,
  type Shortlisted,
  shortlist,
  type ShortlistRow,
} from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, type Table } from "../engine/stage.ts";
import { numbersOf, type PlacedSentence } from "../items/numbered.ts";
import { indexKeywords } from "../retrieval/keyword-index.ts";
import { keyedEvidence } from "./keyed-evidence.ts";
import type { Corpus } from "./list-places.ts";
import { type CheckedKeys, checkKeys, type KeysAsked } from "./keys-checked.ts";
import { extractOf, showMaterial } from "./shown.ts";
import { titled } from "./titled.ts";
import { type Around, toAnswer, type Unfolding } from "./unfolded.ts";

type Reply = ReplyOf<typeof keysPrompt>;

interface Asked extends KeysAsked {
  readonly number: number;
  readonly candidate: Shortlisted;
  /** The numbers of what it rests on before its keypoints are known. */
  readonly needed: readonly number[];
}

function askedOf(
  row: ShortlistRow,
  sentences: readonly PlacedSentence[],
  { wing, nameOf }: Pick<Around, "wing" | "nameOf">,
): Asked[] {
  const taken = row.accepted.flatMap(({ evidence, aside }) => [...evidence, ...aside]);
  const shown = new Set(numbersOf(taken, sentences));
  const evidence = sentences
    .filter(({ number }) => shown.has(number))
    .map(({ number, documentId, start, end, text }) => ({
      number,
      span: { documentId, start, end },
      text,
    }));
  return row.accepted.map(candidate => {
    const documentIds = [...new Set(candidate.evidence.map(({ span }) => span.documentId))];
    const around = { ...row, wing, documentIds, scope: [], nameOf };
    return {
      number: candidate.number,
      candidate,
      answer: { ...toAnswer(around, candidate), evidence },
      basisOf: rested => keyedEvidence(candidate, rested, { language: row.language, sentences }),
      needed: numbersOf(candidate.evidence, sentences),
    };
  });
}

const shownQuestion = ({ candidate: { number, type, question, answer }, needed }: Asked) => ({
  number,
  type,
  question,
  answer,
  conclusion: questionTypes[type].conclusion,
  sentences: [...needed],
});

const wordings = {
  zh: {
    absent: "没有给出。",
    question: (number: number, told: string) => `第 ${number} 题：${told}`,
  },
  en: {
    absent: "It is missing.",
    question: (number: number, told: string) => `Question ${number}: ${told}`,
  },
} as const;

/**
 * Keeps the best that was given for each question. Complains once, of what cannot be used; a later
 * reply need not repeat what was right.
 */
class Gathered {
  readonly best = new Map<number, CheckedKeys>();
  #complained = false;
  readonly #asked: readonly Asked[];
  readonly #corpus: Corpus;
  readonly #language: "zh" | "en";

  constructor(asked: readonly Asked[], corpus: Corpus, language: "zh" | "en") {
    this.#asked = asked;
    this.#corpus = corpus;
    this.#language = language;
  }

  readonly check = ({ questions }: Reply): string | undefined => {
    for (const asked of this.#asked) {
      const { number } = asked;
      const reply = questions.find(question => question?.number === number);
      const before = this.best.get(number);
      const now = reply ? checkKeys(asked, reply, this.#corpus) : undefined;
      if (now && (now.keys || !before?.keys)) this.best.set(number, now);
    }
    const wording = wordings[this.#language];
    const problems = this.#asked.flatMap(({ number }) => {
      const found = this.best.get(number);
      const told = found ? found.advice : wording.absent;
      return told === undefined ? [] : wording.question(number, told);
    });
    if (problems.length === 0 || this.#complained) return undefined;
    this.#complained = true;
    return problems.join("\n");
  };
}

const noneGiven = { code: "no-keypoints", detail: "The reply has none for this question." };

/** The documents that keywords are counted over. */
function corpusOf(
  tables: {
    readonly documents: Table<DocumentRow>;
    readonly distractors?: Table<DocumentRow> | undefined;
  },
  documentOf: Corpus["documentOf"],
): Corpus {
  const { documents: own, distractors: others } = tables;
  return {
    index: own.derive("keywords", indexKeywords),
    documentOf,
    ...(others && {
      beside: {
        index: others.derive("keywords", indexKeywords),
        documentOf: others.get,
      },
    }),
  };
}

interface KeysOptions extends Unfolding {
  /** Whether there are documents of which nothing is asked. */
  readonly distracted?: boolean | undefined;
}

export const keysStage = ({ wing, titles, distracted }: KeysOptions) =>
  defineStage({
    name: "questions/keypoints",
    module: import.meta.filename,
    prompts: [keysPrompt],
    // What was not there when a row was made is no read of it.
    ...(distracted && { settings: { distracted } }),
    over: shortlist,
    lookup: { documents, settled, ...(titles && { titles }), ...(distracted && { distractors }) },
    writes: keys,
    async each(row, { ask, tables }) {
      const { id, language, domain, proposalId } = row;
      const documentOf = titled(tables);
      const nameOf = (documentId: string) => documentOf(documentId).name;
      const material = showMaterial(tables.settled.get(row.settledId), documentOf);
      const asked = askedOf(row, material.sentences, { wing, nameOf });
      const gathered = new Gathered(asked, corpusOf(tables, documentOf), language);
      const shown = new Set(
        asked.flatMap(({ answer }) => answer.evidence.map(({ number }) => number)),
      );
      const variables = {
        documents: extractOf(material.documents, shown),
        questions: asked.map(shownQuestion),
      };
      await ask(keysPrompt, language, variables, { check: gathered.check });
      const losses: Loss[] = asked.flatMap(({ number }) => {
        const found = gathered.best.get(number);
        const { code, detail } = found?.fault ?? noneGiven;
        return found?.keys ? [] : { number, code, detail };
      });
      const kept = asked.flatMap(({ number }) => {
        const found = gathered.best.get(number);
        return found?.keys ? { number, ...found.keys } : [];
      });
      return made([
        {
          id: rowId("keys", id),
          language,
          domain,
          shortlistId: id,
          proposalId,
          keys: kept,
          losses,
        },
      ]);
    },
  });
