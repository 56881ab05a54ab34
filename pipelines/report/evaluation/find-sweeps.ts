// Finds the systems of a baseline that differ in only one setting: chunk size at a constant budget, overlap, top-k, retriever.

import type { BaselineSetting } from "../../../schemas/evaluation/baseline.ts";
import type { SystemResult } from "../../../schemas/evaluation/result.ts";
import type { PageLanguage } from "./page-language.ts";
import { type SweepsWords, sweepsWords } from "./sweeps-words.ts";

interface SweptSystem extends SystemResult {
  readonly setting: BaselineSetting;
}

export interface SweepSeries {
  /** The settings that are constant in the series. */
  readonly name: string;
  /** One point per place, in the order of the places. */
  readonly points: readonly { readonly place: string; readonly system: SweptSystem }[];
}

export interface Sweep {
  readonly id: "chunk-size" | "overlap" | "top-k" | "retriever";
  /** Values of the setting, in their order. */
  readonly places: readonly string[];
  readonly series: readonly SweepSeries[];
}

type Held = SweepsWords["held"];

interface Axis {
  readonly id: Sweep["id"];
  readonly placeOf: (setting: BaselineSetting) => string | number;
  /** The settings held constant; empty parts if a setting has nothing of that kind. */
  readonly constantsOf: (setting: BaselineSetting, held: Held) => readonly string[];
}

const prefixOf = ({ subjectPrefix }: BaselineSetting, { subject }: Held) =>
  subjectPrefix ? subject : "";

// In papers the overlap grows with the chunk (CoFE-RAG: 25, 50, 100 of 128, 256, 512), so its share is held constant.
const overlapShare = ({ overlap, chunkSize }: BaselineSetting, held: Held) =>
  overlap === 0 ? "" : held.overlap(`${Math.round((20 * overlap) / chunkSize) * 5}%`);
const overlapOf = ({ overlap }: BaselineSetting, held: Held) =>
  overlap === 0 ? "" : held.overlap(overlap);
/** The retriever with its models, of which a sweep may have several. */
const retrieverOf = ({ retriever, embedding, reranker }: BaselineSetting) =>
  [retriever, embedding, reranker].filter(Boolean).join(" ");

const axes: readonly Axis[] = [
  {
    id: "chunk-size",
    placeOf: ({ chunkSize }) => chunkSize,
    constantsOf: (setting, held) => [
      retrieverOf(setting),
      held.read(setting.chunkSize * setting.topK),
      overlapShare(setting, held),
      prefixOf(setting, held),
    ],
  },
  {
    id: "overlap",
    placeOf: ({ overlap }) => overlap,
    constantsOf: (setting, held) => [
      retrieverOf(setting),
      held.chunks(setting.chunkSize),
      held.top(setting.topK),
      prefixOf(setting, held),
    ],
  },
  {
    id: "top-k",
    placeOf: ({ topK }) => topK,
    constantsOf: (setting, held) => [
      retrieverOf(setting),
      held.chunks(setting.chunkSize),
      overlapOf(setting, held),
      prefixOf(setting, held),
    ],
  },
  {
    id: "retriever",
    placeOf: retrieverOf,
    constantsOf: (setting, held) => [
      held.chunks(setting.chunkSize),
      overlapOf(setting, held),
      held.top(setting.topK),
      prefixOf(setting, held),
    ],
  },
];

const comparePlaces = (a: string | number, b: string | number) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1;

function seriesOf(
  systems: readonly SweptSystem[],
  { placeOf, constantsOf }: Axis,
  held: Held,
): SweepSeries[] {
  const nameOf = ({ setting }: SweptSystem) =>
    constantsOf(setting, held)
      .filter(part => part !== "")
      .join(held.comma);
  const names = [...new Set(systems.map(nameOf))];
  return names.flatMap(name => {
    const systemsByPlace = new Map<string | number, SweptSystem>();
    for (const system of systems)
      if (nameOf(system) === name && !systemsByPlace.has(placeOf(system.setting)))
        systemsByPlace.set(placeOf(system.setting), system);
    const points = [...systemsByPlace]
      .sort(([a], [b]) => comparePlaces(a, b))
      .map(([place, system]) => ({ place: String(place), system }));
    return points.length > 1 ? [{ name, points }] : [];
  });
}

/** Sweeps over the settings that were varied; series with the most points come first, with names in the page's language. */
export function findSweeps(
  systems: readonly SystemResult[],
  language: PageLanguage = "en",
): Sweep[] {
  const { held } = sweepsWords[language];
  const sweptSystems = systems.flatMap(system =>
    system.setting === null ? [] : [{ ...system, setting: system.setting }],
  );
  return axes.flatMap(axis => {
    const series = seriesOf(sweptSystems, axis, held).sort(
      (a, b) => b.points.length - a.points.length,
    );
    if (series.length === 0) return [];
    const seriesSystems = sweptSystems.filter(system =>
      series.some(({ points }) => points.some(point => point.system === system)),
    );
    const places = [...new Set(seriesSystems.map(({ setting }) => axis.placeOf(setting)))]
      .sort(comparePlaces)
      .map(String);
    return [{ id: axis.id, places, series }];
  });
}
