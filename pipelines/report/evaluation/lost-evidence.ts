// Section: in which step of a system the evidence was lost — parsing, chunking, retrieval, reranking, generation.

import { Step } from "../../../schemas/evaluation/metrics.ts";
import type { LossCounts, SystemResult } from "../../../schemas/evaluation/result.ts";
import { type Child, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, percent, table, formatCount } from "../tables.ts";
import { drawPlot, canDrawPlots, shortName } from "./draw-plots.ts";
import type { PageLanguage } from "../page-language.ts";
import { resultHeading, leftOutNote, systemCell } from "./results.ts";
import type { NamedResult } from "./evaluations-data.ts";
import { overviewWords } from "../overview/overview-words.ts";

interface ItemOutcomes {
  readonly system: string;
  readonly items: number;
  readonly lost: readonly { readonly step: Step; readonly items: number }[];
  readonly kept: number;
}

const english = {
  language: "en" as PageLanguage,
  steps: overviewWords.en.steps,
  lead: (systems: number) =>
    `Each reference of an item is followed through the steps of a system; an item is counted in the first reported step that lost any of its references or left a keypoint unsaid. The chart and the table count the same items. ${formatCount(systems)} ${systems === 1 ? "system" : "systems"}.`,
  outcomeText: ({ system, items, lost, kept }: ItemOutcomes) =>
    `${system}: of ${items} items, ${[...lost.map(step => `${step.items} lost in ${english.steps[step.step]}`), `${kept} came through`].join(", ")}`,
  plotted: (outcomeTexts: readonly string[]) =>
    `Where items first lost evidence. ${outcomeTexts.join("; ")}`,
  system: "System",
  systems: "systems",
  counted: { items: "items", references: "references" },
  kept: { items: "came through", references: "read" },
  share: "share",
  notReported: "not reported",
  unreported: (steps: readonly Step[]) =>
    `Not reported by every system: ${steps.map(step => english.steps[step]).join(", ")}. Losses in such a step are counted in the next reported one, or not at all.`,
  byReferences: "By reference: how many were read, regardless of the answer",
};

type LostEvidenceWords = typeof english;

const chinese: LostEvidenceWords = {
  language: "zh",
  steps: overviewWords.zh.steps,
  lead: systems =>
    `沿系统的各个步骤追踪题目的每条引用；最先丢失任何一条引用或漏掉要点的是哪一步，题目就计在哪一步（只限系统说明了的步骤）。图和表统计的是同样的题目。共 ${formatCount(systems)} 个系统。`,
  outcomeText: ({ system, items, lost, kept }) =>
    `${system}：${items} 道题中，${[...lost.map(step => `${chinese.steps[step.step]}丢失 ${step.items} 道`), `未丢失证据的 ${kept} 道`].join("，")}`,
  plotted: outcomeTexts => `题目最先在哪一步出了问题。${outcomeTexts.join("；")}`,
  system: "系统",
  systems: "个系统",
  counted: { items: "题数", references: "引用数" },
  kept: { items: "没有丢失", references: "读到" },
  share: "比例",
  notReported: "未说明",
  unreported: steps =>
    `并非每个系统都说明了这些步骤：${steps.map(step => chinese.steps[step]).join("、")}。未说明的步骤若有丢失，计入其后第一个有说明的步骤，或者根本不计。`,
  byReferences: "按单条引用统计：只看是否读到，不论回答怎样使用",
};

const lostEvidenceWords: Record<PageLanguage, LostEvidenceWords> = {
  en: english,
  zh: chinese,
};

const maxShown = { systems: 60, drawn: 24 };
const rowHeight = 38;

interface SystemLosses extends SystemResult {
  readonly losses: LossCounts;
}

type CountedUnit = "references" | "items";

const lossesByStep = (losses: LossCounts, unit: CountedUnit) =>
  unit === "references" ? losses.lostReferences : losses.lostItems;

/** Number of references or items that came through all reported steps. */
const keptOf = (losses: LossCounts, unit: CountedUnit): number =>
  losses[unit] -
  Step.options.reduce((sum, step) => sum + (lossesByStep(losses, unit)[step] ?? 0), 0);

interface BarSegment {
  readonly step: Step | "kept";
  readonly start: number;
  readonly end: number;
  readonly row: number;
}

function barSegmentsOf({ losses }: SystemLosses, row: number): BarSegment[] {
  let start = 0;
  const parts = [
    ...Step.options.map(step => ({ step, size: losses.lostItems[step] ?? 0 })),
    { step: "kept" as const, size: Math.max(0, keptOf(losses, "items")) },
  ];
  return parts.flatMap(({ step, size }) => {
    const segment = { step, start, end: start + size / Math.max(1, losses.items), row };
    start = segment.end;
    return size > 0 ? [segment] : [];
  });
}

const colorOf = (step: BarSegment["step"]) => `var(--step-${step})`;

const outcomeTextOf = ({ system, losses }: SystemLosses, words: LostEvidenceWords): string =>
  words.outcomeText({
    system,
    items: losses.items,
    lost: losses.told.map(step => ({ step, items: losses.lostItems[step] ?? 0 })),
    kept: keptOf(losses, "items"),
  });

function lossPlot(systems: readonly SystemLosses[], words: LostEvidenceWords): Html {
  const segments = systems.flatMap(barSegmentsOf);
  // Written as in the table below.
  const share = ({ start, end }: BarSegment) => percent(end - start, 1);
  return drawPlot({
    textAlternative: words.plotted(systems.map(system => outcomeTextOf(system, words))),
    height: systems.length * rowHeight + 36,
    options: Plot => ({
      marginTop: 4,
      marginLeft: 12,
      marginRight: 16,
      x: { domain: [0, 1], ticks: 5, tickFormat: "%", label: null },
      // The first system is at the top.
      y: { domain: [0, systems.length], reverse: true, axis: null },
      marks: [
        Plot.text(
          systems.map(({ system }, row) => ({ name: shortName(system, 50), row })),
          {
            text: "name",
            y: ({ row }: { row: number }) => row + 0.22,
            frameAnchor: "left",
            fill: "var(--ink)",
          },
        ),
        Plot.rect(segments, {
          x1: "start",
          x2: "end",
          y1: ({ row }: BarSegment) => row + 0.42,
          y2: ({ row }: BarSegment) => row + 0.92,
          fill: ({ step }: BarSegment) => colorOf(step),
          inset: 0.5,
        }),
        Plot.text(
          segments.filter(({ start, end }) => end - start >= 0.09),
          {
            text: share,
            x: ({ start, end }: BarSegment) => (start + end) / 2,
            y: ({ row }: BarSegment) => row + 0.67,
            fill: "var(--on-step)",
            className: "on-bar",
          },
        ),
      ],
    }),
  });
}

const stepsLegend = ({ steps, kept }: LostEvidenceWords): Html =>
  html`<div class="legend">${[...Step.options, "kept" as const].map(step => html`<span><i class="key ${step}"></i>${step === "kept" ? kept.items : steps[step]}</span>`)}</div>`;

/** The steps that can lose something; a keypoint names no reference, so no reference is ever lost in generation. */
const stepsOf = (unit: CountedUnit): Step[] =>
  Step.options.filter(step => unit === "items" || step !== "generation");

/** A row of the table; a step that was not reported has no number, since its losses are unknown. */
function lossCells(
  { system, losses }: SystemLosses,
  unit: CountedUnit,
  { notReported }: LostEvidenceWords,
): Child[] {
  const lostCells = stepsOf(unit).map(step =>
    losses.told.includes(step)
      ? (lossesByStep(losses, unit)[step] ?? 0)
      : numberCell(html`<span class="soft">${notReported}</span>`),
  );
  const keptCount = keptOf(losses, unit);
  return [
    systemCell({ system }),
    losses[unit],
    ...lostCells,
    keptCount,
    numberCell(percent(keptCount, losses[unit])),
  ];
}

const lossTable = (
  systems: readonly SystemLosses[],
  unit: CountedUnit,
  words: LostEvidenceWords,
): Html =>
  table(
    [
      words.system,
      words.counted[unit],
      ...stepsOf(unit).map(step => numberCell(words.steps[step])),
      numberCell(words.kept[unit]),
      numberCell(words.share),
    ],
    systems.slice(0, maxShown.systems).map(system => lossCells(system, unit, words)),
  );

function unreportedLine(systems: readonly SystemLosses[], words: LostEvidenceWords): Html {
  const steps = Step.options.filter(step =>
    systems.some(({ losses }) => !losses.told.includes(step)),
  );
  return steps.length === 0 ? html`` : html`<p class="short">${words.unreported(steps)}</p>`;
}

/** Empty if no system reported any step. */
export function lostEvidenceSection(data: RunData, language: PageLanguage): Html {
  const words = lostEvidenceWords[language];
  const resultParts = (namedResult: NamedResult): Html[] => {
    const systems = namedResult.result.systems.flatMap(system =>
      system.losses ? [{ ...system, losses: system.losses }] : [],
    );
    if (systems.length === 0) return [];
    const plottedSystems = systems.slice(0, maxShown.drawn);
    return [
      html`${resultHeading(namedResult, data)}${canDrawPlots() ? html`${stepsLegend(words)}<figure>${lossPlot(plottedSystems, words)}</figure>` : ""}${leftOutNote(systems.length, plottedSystems.length, words.systems, language)}${unreportedLine(systems, words)}
${lossTable(systems, "items", words)}<details><summary>${words.byReferences}</summary>${lossTable(systems, "references", words)}</details>`,
    ];
  };
  const parts = data.evaluations.results.flatMap(resultParts);
  if (parts.length === 0) return html``;
  const systemCount = data.evaluations.results.reduce(
    (sum, { result }) => sum + result.systems.filter(({ losses }) => losses).length,
    0,
  );
  return section(
    "lost",
    html`<p class="soft">${words.lead(systemCount)}</p>
${parts}`,
  );
}
