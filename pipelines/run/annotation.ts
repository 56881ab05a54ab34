// Annotation of a run's items by people: writes batches, serves the page they judge on, imports verdicts, measures agreement.

import { randomBytes } from "node:crypto";
import type { BatchFormat } from "../../schemas/annotation.ts";
import type { DrawnBatch, ImportSummary } from "../../schemas/output/annotation.ts";
import { drawBatch } from "../annotate/batch/draw-batch.ts";
import type { BatchOptions } from "../annotate/batch/batch-options.ts";
import { writePersonFiles } from "../annotate/write-person-files.ts";
import { loadServer } from "../annotate/server/load-server.ts";
import type { BatchServer } from "../annotate/server/server.ts";
import { loadXlsx } from "../annotate/tables/load-xlsx.ts";
import { importVerdicts } from "../annotate/verdicts/import-verdicts.ts";
import { readVerdictFiles } from "../annotate/verdicts/read-verdicts.ts";
import { decode } from "../intake/files/decode-text.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import { earlierFolders } from "./earlier-folders.ts";
import { isEvaluation } from "./evaluation-inputs.ts";

export { agreementOf } from "../annotate/agreement/agreement.ts";

/** Completeness of each item's answer in a file, from the evaluation or decision that scored the most of them. */
function completenessByItem(run: string, file: string): ReadonlyMap<string, number> {
  const hash = hashFiles([file]);
  const scoreMaps = earlierFolders(run, "")
    .filter(isEvaluation)
    .filter(folder => readResult(folder).provenance.predictions?.hash === hash)
    .map(
      folder =>
        new Map(
          readScores(folder).flatMap(({ itemId, values }) =>
            values.completeness == null ? [] : [[itemId, values.completeness] as const],
          ),
        ),
    );
  return scoreMaps.sort((a, b) => b.size - a.size)[0] ?? new Map();
}

/** The score in the second file minus that in the first, for items that a judge scored in both. */
function judgedLeads(
  run: string,
  [first, second]: readonly [string, string],
): ReadonlyMap<string, number> {
  const [firstScores, secondScores] = [
    completenessByItem(run, first),
    completenessByItem(run, second),
  ];
  return new Map(
    [...firstScores].flatMap(([itemId, firstScore]) => {
      const secondScore = secondScores.get(itemId);
      return secondScore === undefined ? [] : [[itemId, secondScore - firstScore] as const];
    }),
  );
}

export interface MakeBatchOptions extends Omit<BatchOptions, "forDecision"> {
  /** Files of two systems' answers. */
  readonly forDecision?: readonly [string, string] | undefined;
  /** Formats written in addition to our JSONL. */
  readonly formats?: readonly BatchFormat[] | undefined;
}

/** Draws a sample of a run and writes a folder for each person, as `drawBatch` does. `keptFiles` lists files in other formats that already existed. */
export async function makeBatch(
  run: string,
  { formats = [], forDecision: files, ...options }: MakeBatchOptions,
): Promise<{ readonly drawnBatch: DrawnBatch; readonly keptFiles: readonly string[] }> {
  // Loaded first, so that nothing is written if its packages are missing.
  if (formats.includes("xlsx")) await loadXlsx();
  const forDecision = files && { files, leads: judgedLeads(run, files) };
  const drawnBatch = drawBatch(run, { ...options, forDecision });
  const keptFiles: string[] = [];
  for (const { directory } of drawnBatch.folders)
    keptFiles.push(...(await writePersonFiles(directory, formats)));
  return { drawnBatch, keptFiles };
}

/** Imports people's verdicts into the run, from one person's folder, from a batch's folder with a subfolder for each person, or from files. */
export const importVerdictFiles = async (
  run: string,
  paths: readonly string[],
): Promise<ImportSummary> => importVerdicts(run, await readVerdictFiles(paths, decode));

const loopbackHosts = new Set(["127.0.0.1", "::1", "localhost"]);

/** Token needed to reach the annotation page from another machine; none is needed on this one. */
function annotationToken(host: string): {
  readonly token: string | undefined;
  readonly isGenerated: boolean;
} {
  const userToken = process.env["RAGWRIGHT_TOKEN"];
  if (userToken || loopbackHosts.has(host))
    return { token: userToken || undefined, isGenerated: false };
  return { token: randomBytes(16).toString("hex"), isGenerated: true };
}

interface ServeOptions {
  /** One person's folder of a batch. */
  readonly folder: string;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly onError: (error: unknown) => void;
  /** Called with the reason when another process holds the folder and this one has to wait. */
  readonly onNotice: (text: string) => void;
}

interface AnnotationPage extends Pick<BatchServer, "close"> {
  /** Address to open; a token set by the user is left out of it. */
  readonly address: string;
  /** Whether others can reach it over the network. */
  readonly isReachable: boolean;
}

/** Serves the page until it is closed. Beyond this machine it needs a token: RAGWRIGHT_TOKEN, or a generated one. */
export async function servePage({ folder, ...options }: ServeOptions): Promise<AnnotationPage> {
  const { serveBatch } = await loadServer();
  const { token, isGenerated } = annotationToken(options.host);
  const server = await serveBatch({ ...options, directory: folder, token });
  return {
    address: token === undefined ? server.url : `${server.url}#token=${isGenerated ? token : "…"}`,
    isReachable: token !== undefined,
    close: () => server.close(),
  };
}
