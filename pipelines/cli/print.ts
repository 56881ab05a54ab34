// The only printer: events as progress lines on stderr, results on stdout, errors for their reader.

import { SingleBar } from "cli-progress";
import Table from "cli-table3";
import colors from "picocolors";
import { PipelineError } from "../engine/errors.ts";
import type { RunEvent, StageCounts } from "../engine/events.ts";
import type { Reporter } from "../run/reporter.ts";
import { escapeActing, withoutActing } from "../engine/terminal-signs.ts";

const counts = ({ rows, rejected, declined, failed, reused, inputs }: StageCounts) =>
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

const failedRow = ({ stage, input, detail, code }: EventOf<"row-finished">) =>
  `${colors.red("failed")} ${withoutActing(`${stage} ${input}: ${detail ?? code ?? ""}`)}`;

const keptEdit = ({ stage, row, stale }: EventOf<"edit-kept">) =>
  `${colors.yellow("edited row kept")} ${withoutActing(`${stage} ${row}`)}${stale ? " (what it was made from has changed since: look at it again)" : ""}`;

const newBar = () =>
  new SingleBar({
    format: "{stage} {value} rows",
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });

/** Progress: one bar that moves on a terminal, plain lines elsewhere. */
function progress(json: boolean): (event: RunEvent) => void {
  const bar = process.stderr.isTTY && !json ? newBar() : undefined;
  const finished = new Map<string, number>();
  const line = (text: string) => process.stderr.write(`${text}\n`);
  return event => {
    switch (event.type) {
      case "run-started":
        line(colors.dim(withoutActing(`run directory ${event.directory}`)));
        return;
      case "stage-started":
        bar?.start(1, 0, { stage: event.stage });
        return;
      case "row-finished":
        finished.set(event.stage, (finished.get(event.stage) ?? 0) + 1);
        bar?.update(finished.get(event.stage) ?? 0, { stage: event.stage });
        if (event.outcome === "failed") line(failedRow(event));
        return;
      case "edit-kept":
        line(keptEdit(event));
        return;
      case "stage-finished":
        bar?.stop();
        line(`${colors.green("✓")} ${event.stage.padEnd(24)} ${counts(event.counts)}`);
        return;
      case "run-finished":
        bar?.stop();
        return;
      default:
        event satisfies never;
    }
  };
}

export interface Printer extends Reporter {
  /** What came out: a JSON value for programs, and the same as text for people. */
  result(value: unknown, text: string): void;
}

export function createPrinter(json: boolean): Printer {
  return {
    event: progress(json),
    note: text => void process.stderr.write(`${withoutActing(text)}\n`),
    result: (value, text) =>
      void process.stdout.write(
        `${json ? escapeActing(JSON.stringify(value)) : withoutActing(text)}\n`,
      ),
  };
}

/** A plain table for a terminal. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const grid = new Table({ head: [...head], style: { head: [], border: [] }, chars: plain });
  for (const row of rows) grid.push(row.map(cell => withoutActing(String(cell))));
  return grid.toString();
}

const plain = {
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

/** What is printed of an error, and the exit code: 1 for its reader, 2 for wrong use, 130 for an interruption; a bug keeps its stack. */
export function printError(error: unknown): number {
  if (!(error instanceof PipelineError)) {
    process.stderr.write(
      `${withoutActing(error instanceof Error ? (error.stack ?? error.message) : String(error))}\nThis is a fault of ragwright, not yours.\n`,
    );
    return 1;
  }
  process.stderr.write(
    `${colors.red("error")} ${withoutActing(error.message)}\n${withoutActing(error.hint)}\n`,
  );
  if (error.code === "interrupted") return 130;
  return error.code === "wrong-use" || error.code === "bad-settings" ? 2 : 1;
}
