// Finds the systems of a baseline that differ in only one setting: chunk size at a constant budget, overlap, top-k, retriever.

import type { BaselineSetting } from "../../../schemas/evaluation/baseline.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import type { PageLanguage } from "../page-language.ts";
import { type SweepsWords, sweepsWords } from "./sweeps-words.ts";

interface SweptSystem extends SystemResult {
  readonly setting: BaselineSetting;
}

export interface SweepSeries {
  /** The settings that are constant in the series. */
  readonly name: string;
  /** One point per value of the setting, in their order. */
  readonly points: readonly { readonly value: string; readonly system: SweptSystem }[];
}

export interface Sweep {
  readonly id: "chunk-size" | "overlap" | "top-k" | "retriever";
  /** Values of the setting, in their order. */
  readonly values: readonly string[];
  readonly series: readonly SweepSeries[];
}

type ConstantWords = SweepsWords["constants"];

interface Axis {
  readonly id: Sweep["id"];
  readonly axisValueOf: (setting: BaselineSetting) => string | number;
  /** The settings held constant, in words; an empty string for one that is not in use. */
  readonly constantsOf: (setting: BaselineSetting, words: ConstantWords) => readonly string[];
}

const prefixOf = ({ subjectPrefix }: BaselineSetting, { subject }: ConstantWords) =>
  subjectPrefix ? subject : "";

// In papers the overlap grows with the chunk (CoFE-RAG: 25, 50, 100 of 128, 256, 512), so its share is held constant.
const overlapShare = ({ overlap, chunkSize }: BaselineSetting, words: ConstantWords) =>
  overlap === 0 ? "" : words.overlap(`${Math.round((20 * overlap) / chunkSize) * 5}%`);
const overlapOf = ({ overlap }: BaselineSetting, words: ConstantWords) =>
  overlap === 0 ? "" : words.overlap(overlap);
/** The retriever with its models, of which a sweep may have several. */
const retrieverOf = ({ retriever, embedding, reranker }: BaselineSetting) =>
  [retriever, embedding, reranker].filter(Boolean).join(" ");

const axes: readonly Axis[] = [
  {
    id: "chunk-size",
    axisValueOf: ({ chunkSize }) => chunkSize,
    constantsOf: (setting, words) => [
      retrieverOf(setting),
      words.read(setting.chunkSize * setting.topK),
      overlapShare(setting, words),
      prefixOf(setting, words),
    ],
  },
  {
    id: "overlap",
    axisValueOf: ({ overlap }) => overlap,
    constantsOf: (setting, words) => [
      retrieverOf(setting),
      words.chunks(setting.chunkSize),
      words.top(setting.topK),
      prefixOf(setting, words),
    ],
  },
  {
    id: "top-k",
    axisValueOf: ({ topK }) => topK,
    constantsOf: (setting, words) => [
      retrieverOf(setting),
      words.chunks(setting.chunkSize),
      overlapOf(setting, words),
      prefixOf(setting, words),
    ],
  },
  {
    id: "retriever",
    axisValueOf: retrieverOf,
    constantsOf: (setting, words) => [
      words.chunks(setting.chunkSize),
      overlapOf(setting, words),
      words.top(setting.topK),
      prefixOf(setting, words),
    ],
  },
];

const compareValues = (a: string | number, b: string | number) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1;

function seriesOf(
  systems: readonly SweptSystem[],
  { axisValueOf, constantsOf }: Axis,
  words: ConstantWords,
): SweepSeries[] {
  const nameOf = ({ setting }: SweptSystem) =>
    constantsOf(setting, words)
      .filter(part => part !== "")
      .join(words.separator);
  const names = [...new Set(systems.map(nameOf))];
  return names.flatMap(name => {
    const systemsByValue = new Map<string | number, SweptSystem>();
    for (const system of systems)
      if (nameOf(system) === name && !systemsByValue.has(axisValueOf(system.setting)))
        systemsByValue.set(axisValueOf(system.setting), system);
    const points = [...systemsByValue]
      .sort(([a], [b]) => compareValues(a, b))
      .map(([value, system]) => ({ value: String(value), system }));
    return points.length > 1 ? [{ name, points }] : [];
  });
}

/** Sweeps over the settings that were varied; series with the most points come first. Names are in the page's language. */
export function findSweeps(systems: readonly SystemResult[], language: PageLanguage): Sweep[] {
  const { constants } = sweepsWords[language];
  const sweptSystems = systems.flatMap(system =>
    system.setting === null ? [] : [{ ...system, setting: system.setting }],
  );
  return axes.flatMap(axis => {
    const series = seriesOf(sweptSystems, axis, constants).sort(
      (a, b) => b.points.length - a.points.length,
    );
    if (series.length === 0) return [];
    const seriesSystems = sweptSystems.filter(system =>
      series.some(({ points }) => points.some(point => point.system === system)),
    );
    const values = [...new Set(seriesSystems.map(({ setting }) => axis.axisValueOf(setting)))]
      .sort(compareValues)
      .map(String);
    return [{ id: axis.id, values, series }];
  });
}
