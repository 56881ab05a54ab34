// Section: in which step of a system the evidence was lost — parsing, chunking, retrieval, reranking, generation.

import { Step } from "../../../schemas/evaluation/metrics.ts";
import type { LossCounts, SystemResult } from "../../../schemas/evaluation/result.ts";
import { type Child, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, percent, table } from "../tables.ts";
import { drawPlot, hasPlots, shortName } from "./drawing.ts";
import { type LostEvidenceWords, lostEvidenceWords } from "./lost-evidence-words.ts";
import type { PageLanguage } from "./page-language.ts";
import { resultHeading, leftOutNote, systemCell } from "./results.ts";
import type { NamedResult } from "./results-read.ts";

const maxShown = { systems: 60, drawn: 24 };
const rowHeight = 38;

interface SystemLosses extends SystemResult {
  readonly losses: LossCounts;
}

type CountedUnit = "references" | "items";

const lostOf = (losses: LossCounts, unit: CountedUnit) =>
  unit === "references" ? losses.lostReferences : losses.lostItems;

/** Number of references or items that came through all reported steps. */
const keptOf = (losses: LossCounts, unit: CountedUnit): number =>
  losses[unit] - Step.options.reduce((sum, step) => sum + (lostOf(losses, unit)[step] ?? 0), 0);

const untoldSteps = ({ told }: LossCounts): Step[] =>
  Step.options.filter(step => !told.includes(step));

interface Stretch {
  readonly step: Step | "kept";
  readonly start: number;
  readonly end: number;
  readonly row: number;
}

function stretchesOf({ losses }: SystemLosses, row: number): Stretch[] {
  let start = 0;
  const parts = [
    ...Step.options.map(step => ({ step, size: losses.lostItems[step] ?? 0 })),
    { step: "kept" as const, size: Math.max(0, keptOf(losses, "items")) },
  ];
  return parts.flatMap(({ step, size }) => {
    const stretch = { step, start, end: start + size / Math.max(1, losses.items), row };
    start = stretch.end;
    return size > 0 ? [stretch] : [];
  });
}

const colourOf = (step: Stretch["step"]) => `var(--step-${step})`;

const fateOf = ({ system, losses }: SystemLosses, words: LostEvidenceWords): string =>
  words.fate({
    system,
    items: losses.items,
    lost: losses.told.map(step => ({ step, items: losses.lostItems[step] ?? 0 })),
    kept: keptOf(losses, "items"),
  });

function lossPlot(systems: readonly SystemLosses[], words: LostEvidenceWords): Html {
  const stretches = systems.flatMap(stretchesOf);
  // Written as in the table below.
  const share = ({ start, end }: Stretch) => percent(end - start, 1);
  return drawPlot({
    textAlternative: words.plotted(systems.map(system => fateOf(system, words))),
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
        Plot.rect(stretches, {
          x1: "from",
          x2: "to",
          y1: ({ row }: Stretch) => row + 0.42,
          y2: ({ row }: Stretch) => row + 0.92,
          fill: ({ step }: Stretch) => colourOf(step),
          inset: 0.5,
        }),
        Plot.text(
          stretches.filter(({ start, end }) => end - start >= 0.09),
          {
            text: share,
            x: ({ start, end }: Stretch) => (start + end) / 2,
            y: ({ row }: Stretch) => row + 0.67,
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
  { notTold }: LostEvidenceWords,
): Child[] {
  const lostCells = stepsOf(unit).map(step =>
    losses.told.includes(step)
      ? (lostOf(losses, unit)[step] ?? 0)
      : numberCell(html`<span class="soft">${notTold}</span>`),
  );
  const kept = keptOf(losses, unit);
  return [
    systemCell({ system }),
    losses[unit],
    ...lostCells,
    kept,
    numberCell(percent(kept, losses[unit])),
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

function untoldLine(systems: readonly SystemLosses[], words: LostEvidenceWords): Html {
  const steps = Step.options.filter(step =>
    systems.some(({ losses }) => untoldSteps(losses).includes(step)),
  );
  if (steps.length === 0) return html``;
  return html`<p class="short">${words.untold(steps)}</p>`;
}

/** Empty if no system reported any step. */
export function lostEvidenceSection(data: RunData, language: PageLanguage): Html {
  const words = lostEvidenceWords[language];
  const resultParts = (named: NamedResult): Html[] => {
    const systems = named.result.systems.flatMap(system =>
      system.losses ? [{ ...system, losses: system.losses }] : [],
    );
    if (systems.length === 0) return [];
    const plottedSystems = systems.slice(0, maxShown.drawn);
    return [
      html`${resultHeading(named, data)}${hasPlots() ? html`${stepsLegend(words)}<figure>${lossPlot(plottedSystems, words)}</figure>` : ""}${leftOutNote(systems.length, plottedSystems.length, words.systems, language)}${untoldLine(systems, words)}
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
