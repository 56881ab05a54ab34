// A worker's session for one coordinator start: what its stages need, and the runner of their rows.

import { lookupsOf } from "../engine/pipeline.ts";
import type { CreateAsk } from "../engine/row.ts";
import type { Stage } from "../engine/stage.ts";
import type { Model } from "../llm/model.ts";
import { openBlobs, unpack } from "./blobs.ts";
import type { Connection } from "./connection.ts";
import { openFetchedTables } from "./fetched-tables.ts";
import { differencesOf, type Identity, differenceError } from "./identity.ts";
import type { Announcement } from "./messages.ts";
import type { RunLink } from "./run-link.ts";
import { RowRunner } from "./row-runner.ts";

/** What a worker needs to run the rows of one run. */
export interface WorkerKit {
  readonly identity: Identity;
  readonly stages: readonly Stage[];
  readonly createAsk: CreateAsk;
  readonly randomSeed: number;
  close(): Promise<void>;
}

/** Requests permission for calls. */
export interface Permissions {
  withPermission(model: Model): Model;
  isEarlier(key: string): boolean;
}

export interface WorkerSessionOptions {
  readonly connection: Connection;
  /** The worker's folder and name. */
  readonly directory: string;
  readonly worker: string;
  /** Maximum number of rows run at a time. */
  readonly capacity: number;
  /** Builds what the recipe describes, or throws a PipelineError that says why this machine cannot. */
  readonly prepare: (recipe: unknown, permissions: Permissions) => Promise<WorkerKit>;
  readonly link: RunLink;
  readonly announcement: Announcement;
  readonly onError: (error: unknown) => void;
}

/** A session of a worker for one coordinator start. */
export interface WorkerSession {
  readonly runner: Pick<RowRunner, "rows" | "ended" | "isDone" | "takeNoMore">;
  /** Sends everything again after a restart of Redis, which may have lost the latest writes. */
  repeat(): void;
  /** Releases all rows. Calls in progress continue, and keep their connections until they have ended. */
  end(): Promise<void>;
}

/** Takes rows from now on. Throws PipelineError if this machine cannot do that, or must not because it differs from the coordinator. */
export async function beginSession(options: WorkerSessionOptions): Promise<WorkerSession> {
  const { connection, link, announcement, prepare } = options;
  link.calls.switchTo(announcement.epoch);
  const recipe = await unpack<unknown>(openBlobs(connection.redis), announcement.recipe);
  const kit = await prepare(recipe, link.calls);
  try {
    const differences = differencesOf(kit.identity, announcement.identity);
    if (differences.length > 0) throw differenceError(differences);
    return await takeRows(options, kit);
  } catch (error) {
    await kit.close();
    throw error;
  }
}

async function takeRows(
  { connection, directory, worker, capacity, link, announcement, onError }: WorkerSessionOptions,
  kit: WorkerKit,
): Promise<WorkerSession> {
  const { epoch } = announcement;
  const blobs = openBlobs(connection.redis);
  const artifacts = new Map(
    kit.stages
      .flatMap(stage => [stage.over, stage.writes, ...lookupsOf(stage)])
      .map(artifact => [artifact.name, artifact]),
  );
  const tables = openFetchedTables({ redis: connection.redis, blobs, directory, artifacts });
  link.reportState(epoch);
  const { send, flush } = link;
  const runner = await RowRunner.begin({
    ...kit,
    epoch,
    worker,
    connection,
    blobs,
    tables,
    capacity,
    send,
    flush,
    onError,
  });
  return {
    runner,
    repeat() {
      link.reportState(epoch);
      runner.repeat();
    },
    async end() {
      link.calls.switchTo();
      await runner.end();
      tables.close();
      link.calls
        .whenEnded()
        .then(() => kit.close())
        .catch(onError);
    },
  };
}
