// ROUGE-L, BLEU and RAGQuestEval beside what the original programs gave.

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { bleuCounts, bleuOf } from "../../../pipelines/evaluate/metrics/bleu.ts";
import { questEval, tokenF1 } from "../../../pipelines/evaluate/metrics/quest-eval.ts";
import { rougeL } from "../../../pipelines/evaluate/metrics/rouge.ts";
import { metricTokens } from "../../../pipelines/text/metric-tokens.ts";

const oracles = resolve(import.meta.dirname, "../../../../shared/oracles");
const read = <Row>(name: string): Row[] => {
  const file = `${oracles}/${name}`;
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter(line => line !== "").map(line => JSON.parse(line) as Row);
};

interface Expected {
  crud_bleu: { error?: string; bleu_with_bp: number; precisions: number[]; brevity_penalty: number; bleu_avg: number };
  rougeL: { precision: number; recall: number; fmeasure: number };
}
interface TextRow {
  prediction: string;
  reference: string;
  jieba: Expected & { pred_tokens: string[]; ref_tokens: string[] };
  char: Expected;
}
interface QuestRow {
  answers_gt4gt?: string[];
  answers_gm4gt?: string[];
  expected: { QA_avg_F1: number; QA_recall: number; counted_in_QA_average: boolean };
  pair_token_f1?: number[];
  pair_tokens?: [string[], string[]][];
}

const texts = read<TextRow>("text_metrics.jsonl");
const quests = read<QuestRow>("questeval.jsonl");
const absent = texts.length === 0 || quests.length === 0;

const compared: { prediction: string[]; reference: string[]; expected: Expected }[] = texts.flatMap(({ prediction, reference, jieba, char }) => [
  { prediction: jieba.pred_tokens, reference: jieba.ref_tokens, expected: jieba },
  { prediction: [...prediction], reference: [...reference], expected: char },
]);
const near = (value: number) => expect.closeTo(value, 12);

test.skipIf(absent)("ROUGE-L is the original's to 1e-12 on its tokens; without a reference it is undefined, not 0 (skipped where ../shared is not there)", () => {
  const ours = compared.map(({ prediction, reference }) => rougeL(prediction, reference));
  const theirs = compared.map(({ reference, expected: { rougeL: value } }) =>
    reference.length === 0 ? null : { precision: near(value.precision), recall: near(value.recall), f: near(value.fmeasure) },
  );
  expect(ours).toHaveLength(58);
  expect(ours).toEqual(theirs);
});

test.skipIf(absent)("BLEU is the original's to 1e-12 on its tokens; where it stops without a reference ours is undefined (skipped where ../shared is not there)", () => {
  const ours = compared.map(({ prediction, reference }) => bleuOf(bleuCounts(prediction, reference)));
  const theirs = compared.map(({ expected: { crud_bleu: value } }) =>
    value.error === undefined
      ? { bleu: near(value.bleu_with_bp), bleuAvg: near(value.bleu_avg), precisions: value.precisions.map(near), brevityPenalty: near(value.brevity_penalty) }
      : { bleu: null, bleuAvg: null, precisions: [0, 0, 0, 0], brevityPenalty: null },
  );
  expect(ours).toHaveLength(58);
  expect(ours).toEqual(theirs);
});

test.skipIf(absent)("no text is cut otherwise than by jieba 0.42.1 (skipped where ../shared is not there)", () => {
  const cuts = [
    ...texts.flatMap(({ prediction, reference, jieba }) => [
      [prediction, jieba.pred_tokens],
      [reference, jieba.ref_tokens],
    ]),
    ...quests.flatMap(({ pair_tokens: pairs = [] }) => pairs.flat().map(tokens => [tokens.join(""), tokens])),
  ] as [string, string[]][];
  expect(cuts.length).toBeGreaterThan(200);
  expect(cuts.filter(([text, tokens]) => JSON.stringify(metricTokens(text, "zh", "rouge")) !== JSON.stringify(tokens))).toEqual([]);
});

test.skipIf(absent)("token F1 is the original's on every pair of answers (skipped where ../shared is not there)", () => {
  const pairs = quests.flatMap(({ pair_tokens: tokens = [] }) => tokens);
  expect(pairs.map(([reference, generated]) => tokenF1(reference, generated))).toEqual(quests.flatMap(({ pair_token_f1: values = [] }) => values.map(near)));
});

test.skipIf(absent)("RAGQuestEval is the original's on every row; what it leaves out of its mean is undefined (skipped where ../shared is not there)", () => {
  const ours = quests.map(({ answers_gt4gt: references = [], answers_gm4gt: generated = [] }) =>
    questEval(
      references.map((reference, at) => ({ reference, generated: generated[at] ?? null })),
      "zh",
      "published",
    ),
  );
  const theirs = quests.map(({ expected: { counted_in_QA_average: counted, QA_recall: recall, QA_avg_F1: precision } }) =>
    counted ? { recall: near(recall), precision: near(precision) } : { recall: null, precision: null },
  );
  expect(ours).toEqual(theirs);
});
