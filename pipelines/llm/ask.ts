// Calls a model for a stage: renders the prompt, checks the reply, and if it does not fit, calls again with the reason or fails the row.

import type { PromptContract } from "../../schemas/define.ts";
import { ReplyError } from "../engine/errors.ts";
import type { RowCaller } from "../engine/row.ts";
import type { Ask } from "../engine/stage.ts";
import { checkReply, type MisfitCode } from "./check-reply.ts";
import { countTokens } from "../text/segment.ts";
import type { Message, Model, ModelReply, ModelRequest } from "./model.ts";
import { replySchemaOf } from "./reply-schema.ts";
import { buildRequest } from "./request.ts";
import type { Templates } from "./templates.ts";

export interface AskContext {
  readonly model: Model;
  readonly templates: Templates;
  readonly stage: string;
  readonly signal: AbortSignal;
  /** Tokens the model may spend on thinking before each reply. */
  readonly thinkingTokens?: number;
  /**
   * Set when failed rows are retried: whether a key had been answered before this run. Such replies do not count as tries,
   * so that the row continues after them with fresh samples.
   */
  readonly hadReply?: (key: string) => boolean;
}

/** Maximum requests per ask: one, and two more if replies do not fit. */
const maxRequests = 3;
/** Distance between the first sample indexes of two successive draws of a stage: leaves room for samples that replace refused or truncated ones. */
const sampleStride = 100;
const retryTemplate = "again/contract";

/** The state of one ask: what to send next. */
interface Turn {
  readonly messages: readonly Message[];
  readonly sample: number;
  readonly repairs: number;
}

interface Misfit {
  readonly code: MisfitCode;
  readonly reason: string | null;
}

/** Codes of replies that are complete, so that the model can repair them. */
const repairableCodes: readonly MisfitCode[] = [
  "no-json",
  "bad-shape",
  "wrong-language",
  "failed-check",
];

/** Number of bytes that a token in prose or JSON very rarely exceeds. */
const maxBytesPerToken = 16;

/** Whether a reply exceeds the length its model was allowed: quoting it back would only cost money. */
const isTooLong = (text: string, maxReplyTokens: number): boolean =>
  Buffer.byteLength(text) > maxReplyTokens &&
  (Buffer.byteLength(text) > maxReplyTokens * maxBytesPerToken ||
    countTokens(text) > maxReplyTokens);

// A complete reply is sent back to the model with its faults; an incomplete one cannot be repaired, so a new sample is drawn.
function nextTurn(
  turn: Turn,
  opening: readonly Message[],
  reply: ModelReply,
  { code, maxReplyTokens }: Misfit & Pick<ModelRequest, "maxReplyTokens">,
  writeComplaint: () => string,
): Turn {
  const isRepairable =
    repairableCodes.includes(code) &&
    turn.repairs < maxRequests - 1 &&
    !isTooLong(reply.text, maxReplyTokens);
  if (!isRepairable) return { messages: opening, sample: turn.sample + 1, repairs: 0 };
  const repairMessages: Message[] = [
    { role: "assistant", content: reply.text },
    { role: "user", content: writeComplaint() },
  ];
  return { ...turn, messages: [...turn.messages, ...repairMessages], repairs: turn.repairs + 1 };
}

const failureOf = (prompt: PromptContract, { code, reason }: Misfit, reply: ModelReply) =>
  new ReplyError(
    "contract",
    code,
    `${prompt.name}: no reply could be used (${code})${reason === null ? "" : `: ${reason}`}`,
    reply.text,
  );

/** Creates the `ask` functions of one stage: `createAsk(context)(caller)` is the function for a row. */
export function createAsk({
  model,
  templates,
  stage,
  signal,
  thinkingTokens = 0,
  hadReply,
}: AskContext): (caller: RowCaller) => Ask {
  return ({ row, onCall }) =>
    async (prompt, language, variables, options = {}) => {
      const opening = templates.render(prompt, language, variables);
      let turn: Turn = {
        messages: opening,
        sample: (options.sample ?? 0) * sampleStride,
        repairs: 0,
      };
      for (let triesLeft = maxRequests, tryNumber = 1; ; tryNumber++) {
        const { messages, sample } = turn;
        const request = buildRequest(model, {
          stage,
          row,
          tryNumber,
          prompt,
          language,
          variables,
          messages,
          sample,
          replySchema: replySchemaOf(prompt.reply),
          thinkingTokens,
        });
        const reply = await model.complete(request, signal);
        if (!hadReply?.(request.key)) triesLeft--;
        onCall(request.key);
        const result = checkReply(reply, prompt, language, options.check);
        if (result.fits) return result.value;
        if (triesLeft <= 0) throw failureOf(prompt, result, reply);
        const { maxReplyTokens } = request;
        turn = nextTurn(turn, opening, reply, { ...result, maxReplyTokens }, () =>
          templates.text(retryTemplate, language, { reason: result.reason }),
        );
      }
    };
}
