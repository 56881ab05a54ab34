// What a run needs of a provider's Batch API.

export interface BatchState {
  readonly id: string;
  readonly status: "under-way" | "completed" | "failed" | "expired" | "cancelled";
  /** The provider's own word for it. */
  readonly told: string;
  /** Requests that came to an end, well or badly. */
  readonly done: number;
  /** Requests that came to a reply. */
  readonly succeeded: number;
  readonly total: number;
  readonly outputFile: string | null;
  readonly errorFile: string | null;
  /** Why the batch as a whole was refused. */
  readonly problems: readonly {
    readonly code: string;
    readonly message: string;
    readonly line: number | null;
  }[];
  /** What `create` was given; null for batches of others. */
  readonly hash: string | null;
}

/**
 * Each step throws RetryableError where trying later may help (`maybeBilled` where the provider may have taken the
 * request all the same), and PipelineError where it cannot. A step that was stopped throws the signal's reason.
 */
export interface BatchService {
  /** Puts a file of requests there, costs nothing, and returns the provider's id for it. */
  upload(path: string, signal: AbortSignal): Promise<string>;
  /** Starts the paid work. `hash` is kept with the batch, so that `list` tells whose it is. */
  create(fileId: string, hash: string): Promise<BatchState>;
  /** All batches of the account. */
  list(signal: AbortSignal): AsyncIterable<BatchState>;
  retrieve(id: string, signal: AbortSignal): Promise<BatchState>;
  /** The bytes of an output or error file, piece by piece. */
  content(fileId: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
