// Errors a reader can act on, and the two ways in which one row alone fails or waits.

export type ErrorCode =
  | "wrong-use"
  | "bad-settings"
  | "bad-input"
  | "bad-row"
  | "bad-edit"
  | "corrupt-file"
  | "other-code"
  | "locked"
  | "disk"
  | "provider"
  | "budget"
  | "queue"
  | "interrupted";

/** An error its reader can act on. Anything else that is thrown is a bug and keeps its stack. */
export class PipelineError extends Error {
  override readonly name = "PipelineError";
  readonly code: ErrorCode;
  /** What to do or type next. */
  readonly hint: string;

  constructor(
    code: ErrorCode,
    message: string,
    { hint, cause }: { hint: string; cause?: unknown },
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** A reply that never fitted, a call that could not be made, or a request that its model does not take: of this row alone, the run goes on. */
export class ReplyError extends Error {
  override readonly name = "ReplyError";
  /** contract: the model answered and it never fitted; technical: no whole answer arrived; declined: the row is declined and no failure. */
  readonly kind: "contract" | "technical" | "declined";
  readonly code: string;
  readonly rawReply: string | null;

  constructor(kind: ReplyError["kind"], code: string, message: string, rawReply: string | null) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.rawReply = rawReply;
  }
}

/** The request was written to a batch file; the row waits for its reply. */
export class Parked extends Error {
  override readonly name = "Parked";
}
