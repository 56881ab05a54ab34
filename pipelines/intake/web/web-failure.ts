// Defines failures to fetch something from the web, each of which concerns one address only.

export type WebFailureCode =
  | "bad-url"
  | "refused-address"
  | "robots"
  | "robots-unreachable"
  | "unreachable"
  | "timeout"
  | "broken"
  | "garbled"
  | "too-large"
  | "too-many-redirects"
  | "http-status";

/** Codes of failures that may go away by themselves. */
const transientCodes: readonly WebFailureCode[] = [
  "robots-unreachable",
  "unreachable",
  "timeout",
  "broken",
];

export class WebFailure extends Error {
  override readonly name = "WebFailure";
  readonly code: WebFailureCode;
  /** The status the server answered with, if it did. */
  readonly status: number | null;
  /** Whether trying again later may succeed. */
  readonly isTransient: boolean;

  constructor(code: WebFailureCode, message: string, status: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.isTransient = transientCodes.includes(code) || status === 429 || (status ?? 0) >= 500;
  }
}

/** Why something could not be fetched, for callers that continue without it. */
export interface FetchFailure {
  readonly code: string;
  readonly detail: string;
  /** Whether trying again later may succeed. */
  readonly isTransient: boolean;
}

/** A failure that is not due to the network: trying again later will not help. */
export const lastingFailure = (code: string, detail: string): FetchFailure => ({
  code,
  detail,
  isTransient: false,
});

/** The work's result, or its WebFailure as a value; any other error is rethrown. */
export async function resultOrFailure<T>(work: () => Promise<T>): Promise<T | FetchFailure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebFailure)
      return { code: error.code, detail: error.message, isTransient: error.isTransient };
    throw error;
  }
}
