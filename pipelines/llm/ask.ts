// Asks a model for a stage: renders, asks, judges the reply, asks again with the reason, or fails the row.

import type { PromptContract } from "../../schemas/define.ts";
import { ReplyError } from "../engine/errors.ts";
import type { Asker } from "../engine/row.ts";
import type { Ask } from "../engine/stage.ts";
import { judgeReply, type MisfitCode } from "./judge-reply.ts";
import { countTokens } from "../text/segment.ts";
import type { Message, Model, ModelReply, ModelRequest } from "./model.ts";
import { replySchemaOf } from "./reply-schema.ts";
import { buildRequest } from "./request.ts";
import type { Templates } from "./templates.ts";

export interface Asking {
  readonly model: Model;
  readonly templates: Templates;
  readonly stage: string;
  readonly signal: AbortSignal;
  /** Tokens the model may think before each reply. */
  readonly thinkingTokens?: number;
  /**
   * Given when failed rows are retried: says, after its reply, whether a key had been answered before. Such replies do
   * not count, so that the row continues after them with fresh samples.
   */
  readonly answered?: (key: string) => boolean;
}

/** A request is made once and, if its replies do not fit, at most twice more. */
const maxRequests = 3;
/** Distance between the sample indexes of a stage's draws: room for draws that replace refused or cut ones. */
const sampleStride = 100;
const againTemplate = "again/contract";

/** The state of one question of a row: what is sent next. */
interface Turn {
  readonly messages: readonly Message[];
  readonly sample: number;
  readonly repairs: number;
}

interface Misfit {
  readonly code: MisfitCode;
  readonly reason: string | null;
}

const wholeReplies: readonly MisfitCode[] = [
  "no-json",
  "bad-shape",
  "wrong-language",
  "failed-check",
];

/** Bytes that a token of prose or JSON hardly ever exceeds. */
const bytesOfToken = 16;

/** Whether a reply exceeds the length its model was allowed: quoting it back would cost money and help nobody. */
const isBeyond = (text: string, maxReplyTokens: number): boolean =>
  Buffer.byteLength(text) > maxReplyTokens &&
  (Buffer.byteLength(text) > maxReplyTokens * bytesOfToken || countTokens(text) > maxReplyTokens);

// A whole reply is sent back to the model with what is wrong; an incomplete one says nothing, so a new sample is drawn.
function nextTurn(
  turn: Turn,
  opening: readonly Message[],
  reply: ModelReply,
  { code, maxReplyTokens }: Misfit & Pick<ModelRequest, "maxReplyTokens">,
  repair: () => string,
): Turn {
  const repairable =
    wholeReplies.includes(code) &&
    turn.repairs < maxRequests - 1 &&
    !isBeyond(reply.text, maxReplyTokens);
  if (!repairable) return { messages: opening, sample: turn.sample + 1, repairs: 0 };
  const added: Message[] = [
    { role: "assistant", content: reply.text },
    { role: "user", content: repair() },
  ];
  return { ...turn, messages: [...turn.messages, ...added], repairs: turn.repairs + 1 };
}

const failure = (prompt: PromptContract, { code, reason }: Misfit, reply: ModelReply) =>
  new ReplyError(
    "contract",
    code,
    `${prompt.name}: no reply could be used (${code})${reason === null ? "" : `: ${reason}`}`,
    reply.text,
  );

function schemaCache(): (prompt: PromptContract) => object {
  const made = new Map<PromptContract, object>();
  return prompt => {
    const schema = made.get(prompt) ?? replySchemaOf(prompt.reply);
    made.set(prompt, schema);
    return schema;
  };
}

/** Creates the `ask` functions of one stage: `createAsk(asking)(asker)` is one row's. */
export function createAsk({
  model,
  templates,
  stage,
  signal,
  thinkingTokens = 0,
  answered,
}: Asking): (asker: Asker) => Ask {
  const schemaOf = schemaCache();
  return ({ row, onCall }) =>
    async (prompt, language, variables, options = {}) => {
      const opening = templates.render(prompt, language, variables);
      let turn: Turn = {
        messages: opening,
        sample: (options.sample ?? 0) * sampleStride,
        repairs: 0,
      };
      for (let left = maxRequests, tryNumber = 1; ; tryNumber++) {
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
          replySchema: schemaOf(prompt),
          thinkingTokens,
        });
        const reply = await model.complete(request, signal);
        if (!answered?.(request.key)) left--;
        onCall(request.key);
        const judged = judgeReply(reply, prompt, language, options.check);
        if (judged.fits) return judged.value;
        if (left <= 0) throw failure(prompt, judged, reply);
        const { maxReplyTokens } = request;
        turn = nextTurn(turn, opening, reply, { ...judged, maxReplyTokens }, () =>
          templates.text(againTemplate, language, { reason: judged.reason }),
        );
      }
    };
}
