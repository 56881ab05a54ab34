// The interface of a provider's Batch API, limited to what a run needs.

export interface BatchState {
  readonly id: string;
  readonly status: "under-way" | "completed" | "failed" | "expired" | "cancelled";
  /** The provider's own word for the status. */
  readonly providerStatus: string;
  /** Number of requests that ended, successfully or not. */
  readonly done: number;
  /** Number of requests that got a reply. */
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
  /** The hash given to `create`; null for batches that were not created here. */
  readonly hash: string | null;
}

/**
 * Each step throws RetryableError if trying later may help (`maybeBilled` if the provider may have accepted the request
 * anyway), and PipelineError if it cannot. A step that was stopped throws the signal's reason.
 */
export interface BatchService {
  /** Uploads a file of requests, which costs nothing, and returns the provider's id for it. */
  upload(path: string, signal: AbortSignal): Promise<string>;
  /** Starts the paid work. `hash` is stored with the batch, so that `list` shows which file it belongs to. */
  create(fileId: string, hash: string): Promise<BatchState>;
  /** All batches of the account. */
  list(signal: AbortSignal): AsyncIterable<BatchState>;
  retrieve(id: string, signal: AbortSignal): Promise<BatchState>;
  /** The bytes of an output or error file, chunk by chunk. */
  content(fileId: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
