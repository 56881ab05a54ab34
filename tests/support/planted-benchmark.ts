// A benchmark whose faults are known: twenty items in each language, half of them sound, written as a run that can be audited.

import type { FindingCode } from "../../schemas/evaluation/findings.ts";
import type { Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { fixtureYaml } from "./fixtures.ts";
import { aDocument, anItem } from "./items.ts";
import { putRunJson, putLines } from "./run-files.ts";

interface Plant {
  readonly type: QuestionType;
  readonly question: string;
  readonly answer: string;
  /** What is to be said, and the words by which a reader sees that it is. */
  readonly claims: readonly (readonly [claim: string, cue: string])[];
  /** Documents and the sentences of theirs that are given as references. */
  readonly said: readonly (readonly [document: string, sentence: string])[];
  /** The code that an audit has to find; null for an item that has nothing against it. */
  readonly fault: FindingCode | null;
  /** What a document without a label says of it. */
  readonly other?: { readonly document: string; readonly verdict: "supports" | "contradicts" };
}

interface Half {
  /** The name of each document, and its sentences. */
  readonly corpus: Readonly<Record<string, readonly string[]>>;
  readonly plants: readonly Plant[];
}

const halves: Record<Language, Half> = {
  zh: fixtureYaml("planted-benchmark.zh.yaml"),
  en: fixtureYaml("planted-benchmark.en.yaml"),
};
const textOf = (language: Language, name: string): string =>
  (halves[language].corpus[name] ?? []).join(language === "zh" ? "" : " ");

export interface PlantedItem extends Plant {
  readonly id: string;
  readonly language: Language;
}

const plantsOf = (language: Language): PlantedItem[] =>
  halves[language].plants.map((plant, at) => ({ ...plant, language, id: `${language}-${at + 1}` }));

export const planted: readonly PlantedItem[] = [...plantsOf("zh"), ...plantsOf("en")];

/** Ids of the items with this fault. */
export const plantedWith = (fault: FindingCode): string[] =>
  planted.filter(plant => plant.fault === fault).map(({ id }) => id);

const evidenceOf = ({ said, language }: PlantedItem): ItemRow["evidence"] =>
  said.map(([name, sentence], at) => {
    const start = textOf(language, name).indexOf(sentence);
    if (start < 0) throw new Error(`${name} does not say: ${sentence}`);
    return {
      number: at + 1,
      span: { documentId: name, start, end: start + sentence.length },
      text: sentence,
    };
  });

function itemOf(plant: PlantedItem): ItemRow {
  const { id, language, type, question, answer, claims } = plant;
  const evidence = evidenceOf(plant);
  const keypoints = claims.map(([claim]) => ({ claim, kind: "fact" as const, spans: [] }));
  return anItem({
    id,
    language,
    type,
    question,
    answer,
    evidence,
    keypoints,
    documentIds: [...new Set(evidence.map(({ span }) => span.documentId))],
    questionId: `q-${id}`,
  });
}

/** A finished run of nothing but documents and items. */
export function writePlantedRun(directory: string): void {
  putRunJson(directory);
  const rows = (["zh", "en"] as const).flatMap(language =>
    Object.keys(halves[language].corpus).map(name =>
      aDocument({ id: name, name, language, text: textOf(language, name) }),
    ),
  );
  putLines(directory, "items/documents", rows);
  putLines(directory, "items/items", planted.map(itemOf));
}
