// A worker's session for one coordinator start: what its stages need, and the runner of their rows.

import { lookupsOf } from "../engine/pipeline.ts";
import type { CreateAsk } from "../engine/row.ts";
import type { Stage } from "../engine/stage.ts";
import type { Model } from "../llm/model.ts";
import { openBlobs, unpack } from "./blobs.ts";
import type { Connection } from "./connection.ts";
import { type FetchedTables, openFetchedTables } from "./fetched-tables.ts";
import { differencesOf, type Identity, differenceError } from "./identity.ts";
import type { Announcement } from "./messages.ts";
import type { RunLink } from "./run-link.ts";
import { RowRunner } from "./row-runner.ts";

/** What a worker needs for one run. */
export interface Kit {
  readonly identity: Identity;
  readonly stages: readonly Stage[];
  readonly createAsk: CreateAsk;
  readonly randomSeed: number;
  close(): Promise<void>;
}

/** How permission for calls is requested. */
export interface Permissions {
  permitted(model: Model): Model;
  isEarlier(key: string): boolean;
}

export interface WorkerSessionOptions {
  readonly connection: Connection;
  /** The worker's folder and name. */
  readonly directory: string;
  readonly worker: string;
  /** Maximum number of rows run at a time. */
  readonly capacity: number;
  /** Builds what the recipe describes. A PipelineError says why this machine cannot. */
  readonly prepare: (recipe: unknown, permissions: Permissions) => Promise<Kit>;
  readonly link: RunLink;
  readonly announced: Announcement;
  readonly onError: (error: unknown) => void;
}

export class WorkerSession {
  readonly #options: WorkerSessionOptions;
  readonly #kit: Kit;
  readonly #tables: FetchedTables;
  readonly #runner: RowRunner;

  private constructor(
    options: WorkerSessionOptions,
    {
      kit,
      tables,
      runner,
    }: { readonly kit: Kit; readonly tables: FetchedTables; readonly runner: RowRunner },
  ) {
    this.#options = options;
    this.#kit = kit;
    this.#tables = tables;
    this.#runner = runner;
  }

  /** Takes rows from now on. Throws PipelineError if this machine cannot, or must not because it differs from the coordinator. */
  static async begin(options: WorkerSessionOptions): Promise<WorkerSession> {
    const { connection, link, announced, prepare } = options;
    link.calls.switchTo(announced.epoch);
    const kit = await prepare(
      await unpack<unknown>(openBlobs(connection.redis), announced.recipe),
      link.calls,
    );
    try {
      const differences = differencesOf(kit.identity, announced.identity);
      if (differences.length > 0) throw differenceError(differences);
      return await WorkerSession.#of(options, kit);
    } catch (error) {
      await kit.close();
      throw error;
    }
  }

  static async #of(options: WorkerSessionOptions, kit: Kit): Promise<WorkerSession> {
    const { connection, directory, worker, capacity, link, announced, onError } = options;
    const { epoch } = announced;
    const blobs = openBlobs(connection.redis);
    const artifacts = new Map(
      kit.stages
        .flatMap(stage => [stage.over, stage.writes, ...lookupsOf(stage)])
        .map(artifact => [artifact.name, artifact]),
    );
    const tables = openFetchedTables({ redis: connection.redis, blobs, directory, artifacts });
    link.reportState(epoch);
    const { stages, createAsk, randomSeed } = kit;
    const { send, flush } = link;
    const runner = await RowRunner.begin({
      epoch,
      worker,
      connection,
      blobs,
      tables,
      stages,
      createAsk,
      randomSeed,
      capacity,
      send,
      flush,
      onError,
    });
    return new WorkerSession(options, { kit, tables, runner });
  }

  get runner(): Pick<RowRunner, "rows" | "ended" | "isDone" | "takeNoMore"> {
    return this.#runner;
  }

  /** Sends everything again after a restart of Redis, which may have lost the latest writes. */
  repeat(): void {
    this.#options.link.reportState(this.#options.announced.epoch);
    this.#runner.repeat();
  }

  /** Releases all rows. Calls in progress continue, and keep their connections until they have ended. */
  async end(): Promise<void> {
    const { link, onError } = this.#options;
    link.calls.switchTo();
    await this.#runner.end();
    this.#tables.close();
    link.calls
      .ended()
      .then(() => this.#kit.close())
      .catch(onError);
  }
}
