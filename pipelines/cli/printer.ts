// Prints everything: events as progress lines on stderr, results on stdout, errors with a hint.

import { SingleBar } from "cli-progress";
import Table from "cli-table3";
import colors from "picocolors";
import { PipelineError } from "../engine/errors.ts";
import type { RunEvent, StageCounts } from "../engine/events.ts";
import type { Reporter } from "../run/reporter.ts";
import { asTyped } from "../run/typed-commands.ts";
import { escapeControls, replaceControls } from "../engine/control-characters.ts";

const countsText = ({ rows, rejected, declined, failed, reused, inputs }: StageCounts) =>
  [
    `${rows} rows`,
    reused > 0 && reused === inputs ? "unchanged" : "",
    rejected > 0 ? `${rejected} rejected` : "",
    declined > 0 ? `${declined} declined` : "",
    failed > 0 ? colors.red(`${failed} failed`) : "",
  ]
    .filter(part => part !== "")
    .join(", ");

type EventOf<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

const failedRowLine = ({ stage, input, detail, code }: EventOf<"row-finished">) =>
  `${colors.red("failed")} ${replaceControls(`${stage} ${input}: ${detail ?? code ?? ""}`)}`;

const keptEditLine = ({ stage, row, stale }: EventOf<"edit-kept">) =>
  `${colors.yellow("edited row kept")} ${replaceControls(`${stage} ${row}`)}${stale ? " (its input has changed since: please review it)" : ""}`;

/** Until all rows of a stage are known, the bar's total grows and the remaining time is not shown. */
const createBar = () =>
  new SingleBar({
    format: "{step} {stage} [{bar}] {value}/{total}{open} rows{left}",
    barsize: 20,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });

const durationText = (seconds: number) =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

/** One moving bar: the stage that last finished a row, its finished and total rows, and the time left at this pace. */
function stageBar(stages: readonly string[]) {
  const bar = createBar();
  const startedStages = new Map<string, { readonly startedAt: number; rows: number }>();
  return {
    row({ stage, left, isWhole }: EventOf<"row-finished">) {
      if (!stages.includes(stage)) return;
      const progress = startedStages.get(stage) ?? { startedAt: performance.now(), rows: 0 };
      startedStages.set(stage, progress);
      progress.rows++;
      const seconds = (((performance.now() - progress.startedAt) / 1000) * left) / progress.rows;
      const shown = {
        step: `${stages.indexOf(stage) + 1}/${stages.length}`,
        stage,
        open: isWhole ? "" : "+",
        left: isWhole && left > 0 && progress.rows > 4 ? `, ${durationText(seconds)} left` : "",
      };
      if (!bar.isActive) bar.start(progress.rows + left, progress.rows, shown);
      bar.setTotal(progress.rows + left);
      bar.update(progress.rows, shown);
    },
    stop: () => bar.stop(),
  };
}

/** Shows progress: one moving bar on a terminal, and one line per stage everywhere. */
function createProgress(json: boolean): (event: RunEvent) => void {
  let bar: ReturnType<typeof stageBar> | undefined;
  const printLine = (text: string) => process.stderr.write(`${text}\n`);
  return event => {
    switch (event.type) {
      case "run-started":
        if (process.stderr.isTTY && !json) bar = stageBar(event.stages);
        printLine(colors.dim(replaceControls(`run directory ${event.directory}`)));
        return;
      case "stage-started":
        return;
      case "row-finished":
        bar?.row(event);
        if (event.outcome === "failed") printLine(failedRowLine(event));
        return;
      case "edit-kept":
        printLine(keptEditLine(event));
        return;
      case "stage-finished":
        bar?.stop();
        printLine(`${colors.green("✓")} ${event.stage.padEnd(24)} ${countsText(event.counts)}`);
        return;
      case "run-finished":
        bar?.stop();
        return;
      default:
        event satisfies never;
    }
  };
}

const printable = (text: string): string => asTyped(replaceControls(text));

export interface Printer extends Reporter {
  /** Prints the result: a JSON value for programs, or the same as text for people. */
  result(value: unknown, text: string): void;
}

export function createPrinter(json: boolean): Printer {
  return {
    event: createProgress(json),
    note: text => void process.stderr.write(`${printable(text)}\n`),
    result: (value, text) =>
      void process.stdout.write(
        `${json ? escapeControls(JSON.stringify(value)) : printable(text)}\n`,
      ),
  };
}

/** Prints the result of a command that has nothing else to print; returns the exit code. */
export function printResult(json: boolean | undefined, value: unknown, text: string): number {
  createPrinter(json === true).result(value, text);
  return 0;
}

/** A plain table for a terminal. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const grid = new Table({
    head: [...headings],
    style: { head: [], border: [] },
    chars: borderless,
  });
  for (const row of rows) grid.push(row.map(cell => replaceControls(String(cell))));
  return grid.toString();
}

const borderless = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** Prints an error and returns the exit code: 2 for wrong use, 130 for an interruption, otherwise 1. A bug is printed with its stack. */
export function printError(error: unknown): number {
  if (!(error instanceof PipelineError)) {
    process.stderr.write(
      `${replaceControls(error instanceof Error ? (error.stack ?? error.message) : String(error))}\nThis is a bug in ragwright, not your fault.\n`,
    );
    return 1;
  }
  process.stderr.write(
    `${colors.red("error")} ${printable(error.message)}\n${printable(error.hint)}\n`,
  );
  if (error.code === "interrupted") return 130;
  return error.code === "wrong-use" || error.code === "bad-settings" ? 2 : 1;
}
