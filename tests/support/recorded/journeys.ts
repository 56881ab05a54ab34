// What the wings' journeys start from, for all tests that run it: news and files that replies were written for, and their settings.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { RunFlags } from "../../../pipelines/cli/run-flags.ts";
import { root } from "../cli.ts";
import { type ReplayServer, startReplayServer } from "../replay-server.ts";
import type { ReplayOptions } from "../replay/settings.ts";
import { type RecordedRun, recordedName, recordedRun } from "./run.ts";

/** What a run in any directory is told. */
export interface Journey extends Pick<RecordedRun, "journey" | "wing"> {
  readonly flags: RunFlags;
  /** Words of the command line for the same run, without `--out`. */
  readonly args: readonly string[];
}

const journeyOf = (
  parts: Pick<RecordedRun, "journey" | "wing">,
  flags: { settings: string } & ({ seeds: string[] } | { documents: string[] }),
): Journey => ({
  ...parts,
  flags,
  args: [
    "run",
    parts.wing,
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]),
    "--model",
    recordedName,
  ],
});

function settingsIn(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text);
  return path;
}

const seeds = [
  "en/ellery-tram",
  "en/skerrow-ferry",
  "zh/chenghe-bridge",
  "zh/shuanglu-rail",
  "uhgeval.zh",
].map(name => `seeds/crud/news/${name}.jsonl`);
const news =
  "method: paper\nasking: { candidates: { factor: 1, more: 0 } }\ncrud: { heldOut: 1, support: 0.1, found: 2, leak: { similarity: 0.5, containment: 0.5 } }\n";
const threeTasks = "summarization: 1, qa-1-document: 1, correction: 1";

// The tasks of a language are drawn from its own articles, so that a smaller run asks a part of what a larger one asks.
const sizesOfNews = [
  `items: 3\nlanguages: [en]\n${news}mix: { ${threeTasks} }\n`,
  `items: 6\n${news}mix: { ${threeTasks} }\n`,
  `items: 10\n${news}mix: { ${threeTasks}, continuation: 1, qa-2-documents: 1 }\n`,
];

/** News in three sizes, smallest first: 3, 6 and 10 items. The folder takes their settings. */
export const newsJourneys = (folder: string): Journey[] =>
  sizesOfNews.map((text, size) =>
    journeyOf(
      { journey: "crud", wing: "crud" },
      { seeds, settings: settingsIn(folder, `news-${size + 1}.yaml`, text) },
    ),
  );

const guides = [
  "technology/en/rx4-pump-manual.md",
  "commerce/en/stores-and-suppliers.xlsx",
  "technology/zh/qinghe-router-guide.md",
  "technology/zh/beiyu-desalination-2023.pdf",
];

/** Copies of files of one domain in two languages, in `files/guides` of the folder, which a test may change. */
export function filesJourney(folder: string): Journey & { readonly at: (file: string) => string } {
  const files = join(folder, "files");
  const at = (file: string) => join(files, "guides", file);
  for (const file of guides)
    cpSync(join(root, "seeds/cofe", file), at(join(basename(dirname(file)), basename(file))), {
      recursive: true,
    });
  const settings = settingsIn(
    folder,
    "files.yaml",
    "method: paper\nitems: 8\nmix: { factual: 1, analytical: 1, comparative: 1, tutorial: 1 }\nrounds: { refinement: 1 }\ncofe: { fragment: { least: 80 } }\n",
  );
  return { ...journeyOf({ journey: "cofe", wing: "cofe" }, { documents: [files], settings }), at };
}

/** A run's report, in which a model that was handed over goes by the name that a command calls it by. */
export const reportOf = (directory: string): string =>
  readFileSync(join(directory, "report.html"), "utf8").replace("own:recorded", recordedName);

/** A server that answers what these runs asked, and the environment in which a command asks it. */
export async function serveRuns(
  directories: readonly string[],
  options: ReplayOptions = {},
): Promise<ReplayServer & { readonly env: Record<string, string> }> {
  const server = await startReplayServer({
    calls: directories.map(directory => join(directory, "calls.jsonl")),
    ...options,
  });
  return { ...server, env: { OPENAI_API_KEY: "planted", OPENAI_BASE_URL: server.baseUrl } };
}

/** Makes the run with its written replies, and serves them: what a plan of the same run is measured by. Tokens are counted again. */
export async function serveJourney(
  journey: Journey,
  directory: string,
): Promise<Awaited<ReturnType<typeof serveRuns>>> {
  const { waiting, failures } = await recordedRun({ ...journey, directory });
  if (waiting + failures.length > 0)
    throw new Error(
      `the journey ${journey.journey} does not end well: ${JSON.stringify(failures)}`,
    );
  return serveRuns([directory], { usage: "counted" });
}
