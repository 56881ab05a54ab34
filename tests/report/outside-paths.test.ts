// What leaves a machine, the page and the exports, tells nothing of where its files lay.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { exportBeir } from "../../pipelines/export/beir.ts";
import { exportCofe } from "../../pipelines/export/cofe.ts";
import { exportCrud } from "../../pipelines/export/crud.ts";
import { exportDragonball } from "../../pipelines/export/dragonball.ts";
import { exportHuggingface } from "../../pipelines/export/huggingface.ts";
import { exportRagas } from "../../pipelines/export/ragas.ts";
import { readSeeds } from "../../pipelines/intake/sources.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import { putResult, sweepResult } from "../support/evaluation-results.ts";
import { freshFolder } from "../support/folder.ts";
import { writeCofeRun } from "../support/sample-cofe-run.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const home = "/home/anna/secret";

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile());

/** As if every file had been named by its whole path. */
function moveOutside(run: string): void {
  for (const path of filesIn(run)) {
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text
        .replaceAll(/"(given|seeds|out)\//g, `"${home}/$1/`)
        .replaceAll(/"source":"generated"/g, `"source":"${home}/corpus/report.txt"`),
    );
  }
  const head = JSON.parse(readFileSync(join(run, "run.json"), "utf8"));
  writeFileSync(
    join(run, "run.json"),
    JSON.stringify({
      ...head,
      settings: {
        ...head.settings,
        sources: { seeds: [`${home}/seeds`], questions: `${home}/q.jsonl` },
        older: `${home}/spring`,
      },
    }),
  );
}

const telling = (folder: string) =>
  filesIn(folder).filter(path => readFileSync(path, "latin1").includes(home));

test.each([
  ["rageval", writeSampleRun, [exportDragonball, exportBeir, exportHuggingface, exportRagas]],
  ["news", (run: string) => writeNewsRun(run), [exportCrud, exportBeir, exportHuggingface]],
  ["files", (run: string) => writeCofeRun(run), [exportCofe, exportBeir, exportHuggingface]],
] as const)(
  "a run of %s from files outside exports and reports their names alone",
  (_, write, exporters) => {
    write(at("run"));
    const { ranking, ...swept } = sweepResult();
    const provenance = {
      ...swept.provenance,
      predictions: { path: `${home}/mine.jsonl`, hash: "0" },
      against: { path: `${home}/run`, hash: "1" },
    };
    putResult(at("run"), "sweep", {
      ...swept,
      provenance,
      ranking: ranking.map(row => ({ ...row, other: `${home}/queries.jsonl` })),
    });
    moveOutside(at("run"));
    for (const [place, exporter] of exporters.entries())
      exporter(openRun(at("run")), at("to", String(place)));
    expect(telling(at("to"))).toEqual([]);
    expect(
      readFileSync(writeReport(at("run")), "utf8").match(/.{0,60}\/home\/anna.{0,60}/g),
    ).toBeNull();
  },
);

test("a path below the folder in which the command is typed is told from there", async () => {
  const sources: string[] = [];
  for await (const row of readSeeds({
    paths: [join(process.cwd(), "seeds/rageval/finance/en")],
    languages: ["en"],
    domains: undefined,
    licence: null,
  }))
    sources.push("provenance" in row ? row.provenance.source : row.id);
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter(source => !source.startsWith("seeds/rageval/finance/en/"))).toEqual([]);
});
