// Why something on the web could not be had: a failure of that one address.

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

/** Codes of what may be different the next time. */
const passing: readonly WebFailureCode[] = [
  "robots-unreachable",
  "unreachable",
  "timeout",
  "broken",
];

export class WebFailure extends Error {
  override readonly name = "WebFailure";
  readonly code: WebFailureCode;
  /** The server's answer, where there was one. */
  readonly status: number | null;
  /** Whether asking later may bring it. */
  readonly passing: boolean;

  constructor(code: WebFailureCode, message: string, status: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.passing = passing.includes(code) || status === 429 || (status ?? 0) >= 500;
  }
}

/** What was not had, and why, for whoever goes on without it. */
export interface NotHad {
  readonly code: string;
  readonly detail: string;
  /** Whether asking later may bring it. */
  readonly passing: boolean;
}

/** The work's result, or what failed of the web; anything else that is thrown goes on. */
export async function orNotHad<T>(work: () => Promise<T>): Promise<T | NotHad> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebFailure)
      return { code: error.code, detail: error.message, passing: error.passing };
    throw error;
  }
}
