// Reads exports for evaluation tools back, each by the shape its tool published: what a round trip must give again.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { csvColumns } from "../../schemas/formats/csv.ts";
import { DeepevalGolden, DeepevalTypescriptGolden } from "../../schemas/formats/deepeval.ts";
import { LangfuseItem } from "../../schemas/formats/langfuse.ts";
import { LangsmithExample } from "../../schemas/formats/langsmith.ts";
import { PromptfooTest } from "../../schemas/formats/promptfoo.ts";
import { RagasSample } from "../../schemas/formats/ragas.ts";
import type { ItemRow } from "../../schemas/items/records.ts";

/** What every tool must give back of an item; the items come in the order of their ids. */
export interface BackItem {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly string[];
}

export const wantedBack = ({ id, question, answer, evidence }: ItemRow): BackItem => ({
  id,
  question,
  answer,
  evidence: evidence.map(({ text }) => text),
});

export const inOrder = (items: readonly BackItem[]): BackItem[] =>
  items.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const splits = ["test", "dev"];

export const linesOf = <S extends z.ZodType>(path: string, shape: S): z.output<S>[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(line => line !== "")
    .map(line => shape.parse(JSON.parse(line)));

const each = <S extends z.ZodType>(folder: string, shape: S): z.output<S>[] =>
  splits.flatMap(split => linesOf(join(folder, `${split}.jsonl`), shape));

const list = <S extends z.ZodType>(folder: string, shape: S): z.output<S>[] =>
  splits.flatMap(split =>
    z.array(shape).parse(JSON.parse(readFileSync(join(folder, `${split}.json`), "utf8"))),
  );

const Id = z.looseObject({ id: z.string() });
const Texts = z.array(z.looseObject({ text: z.string() }));
const Gold = z.strictObject({ answer: z.string(), references: Texts });
const Asked = z.strictObject({ question: z.string(), as_of: z.string().optional() });
const textsOf = (references: unknown): string[] => Texts.parse(references).map(({ text }) => text);

const fromTemplate = (text: string): string =>
  text
    .replace(/^\{% raw %\}\{% endraw %\}/, "")
    .replaceAll(/\{% raw %\}([{}])\{% endraw %\}/g, "$1");

function promptfooItems(folder: string): BackItem[] {
  const retrieval = each(join(folder, "retrieval"), PromptfooTest);
  const found = new Map(
    retrieval.map(({ description, assert }) => [
      description,
      assert.map(({ value }) => fromTemplate(value[0] ?? "")),
    ]),
  );
  return each(join(folder, "answers"), PromptfooTest).map(({ vars, assert, metadata }) => ({
    id: Id.parse(metadata).id,
    question: fromTemplate(vars["question"] ?? ""),
    answer: fromTemplate(String(assert[0]?.value)),
    evidence: found.get(Id.parse(metadata).id) ?? [],
  }));
}

const csvItems = (folder: string): BackItem[] =>
  splits.flatMap(split => {
    const [head, ...rows] = parse(readFileSync(join(folder, `${split}.csv`)), {});
    if (head?.join() !== csvColumns.join()) throw new Error(`other columns: ${head?.join()}`);
    return rows.map(cells => {
      const cell = (name: (typeof csvColumns)[number]) => cells[csvColumns.indexOf(name)] ?? "";
      return {
        id: cell("id"),
        question: cell("question"),
        answer: cell("answer"),
        evidence: textsOf(JSON.parse(cell("references"))),
      };
    });
  });

/** By format, or by package where a format has files for several. */
export const readers: Readonly<Record<string, (folder: string) => BackItem[]>> = {
  ragas: folder =>
    each(folder, RagasSample).map(sample => ({
      id: sample.id,
      question: sample.user_input,
      answer: sample.reference,
      evidence: sample.reference_contexts,
    })),
  "deepeval/python": folder =>
    list(folder, DeepevalGolden).map(golden => ({
      id: Id.parse(golden.additional_metadata).id,
      question: golden.input,
      answer: golden.expected_output,
      evidence: golden.context,
    })),
  "deepeval/typescript": folder =>
    list(folder, DeepevalTypescriptGolden).map(golden => ({
      id: Id.parse(golden.additionalMetadata).id,
      question: golden.input,
      answer: golden.expectedOutput,
      evidence: golden.context,
    })),
  promptfoo: promptfooItems,
  langfuse: folder =>
    each(folder, LangfuseItem).map(({ id, input, expectedOutput }) => {
      const { answer, references } = Gold.parse(expectedOutput);
      return { id, question: Asked.parse(input).question, answer, evidence: textsOf(references) };
    }),
  langsmith: folder =>
    each(folder, LangsmithExample).map(({ inputs, outputs, metadata }) => {
      const { answer, references } = Gold.parse(outputs);
      const { id } = Id.parse(metadata);
      return { id, question: Asked.parse(inputs).question, answer, evidence: textsOf(references) };
    }),
  csv: csvItems,
};
