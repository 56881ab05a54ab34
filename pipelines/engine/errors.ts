// Errors that users can act on, and the two errors that make a single row fail or wait.

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

/** An error the user can act on. Anything else that is thrown is a bug and keeps its stack. */
export class PipelineError extends Error {
  override readonly name = "PipelineError";
  readonly code: ErrorCode;
  /** The next thing to do or type. */
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

/** A reply that never met its contract, a call that could not be made, or a request the model does not accept. Only this row fails; the run continues. */
export class ReplyError extends Error {
  override readonly name = "ReplyError";
  /** contract: the model answered, but never in the required form; technical: no complete answer arrived; declined: the row counts as declined, not failed. */
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

/** The request goes into a batch file; its row waits for the reply. */
export class ParkedError extends Error {
  override readonly name = "Parked";
}
