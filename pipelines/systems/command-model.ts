// A user's own RAG as a program that answers line by line, behind the interface of a model.

import { hash } from "node:crypto";
import type { Price } from "../../schemas/prices.ts";
import { PipelineError, ReplyError } from "../engine/errors.ts";
import { parseJson } from "../engine/lines.ts";
import type { Model, ModelReply, ModelRequest } from "../llm/model.ts";
import { askedItem } from "./asked-item.ts";
import { LineProcess, ProcessFault } from "./line-process.ts";
import { systemReply } from "./results.ts";
import { isFields, readSystemReply } from "./system-reply.ts";

export interface CommandSettings {
  /** As it would be typed into a shell. */
  readonly command: string;
  /** Milliseconds without a line after which a question is given up. */
  readonly silence: number;
  readonly priceOf?: ((model: string) => Price | undefined) | undefined;
}

export interface CommandModel extends Model {
  /** Ends all processes. */
  close(): Promise<void>;
}

/** The model's name in journals and keys. A command may hold what only its owner should know: it is not told. */
export const commandName = (command: string): string =>
  `rag:command#${hash("sha256", command).slice(0, 8)}`;

/** Times that a question is asked: once more in a new process after a fault. */
const tries = 2;
/** Questions in a row that fault twice before the run stops. */
const maxFaults = 3;

const onlyJson =
  "stdout takes one JSON line an answer and nothing else; write all else to stderr (Python: print(…, file=sys.stderr))";

/** A ProcessFault for a line that is no answer to this question: what comes next could not be told apart. */
function answerIn(line: string, id: string): unknown {
  const value = parseJson(line);
  if (value === undefined)
    throw new ProcessFault(`wrote what is no JSON: ${line.slice(0, 200)} (${onlyJson})`);
  const told = isFields(value) ? value["id"] : undefined;
  if (typeof told === "string" && told !== id)
    throw new ProcessFault(`answered ${told} when ${id} was asked`);
  return value;
}

/** Processes that wait for a question, and the ones that have one. */
function processPool(command: string) {
  const idle: LineProcess[] = [];
  const all = new Set<LineProcess>();
  const end = async (process: LineProcess) => {
    all.delete(process);
    await process.close();
  };
  return {
    take: (): LineProcess => {
      const process = idle.pop() ?? new LineProcess(command);
      all.add(process);
      return process;
    },
    giveBack: (process: LineProcess) => {
      idle.push(process);
    },
    end,
    close: async () => {
      await Promise.all([...all].map(end));
    },
  };
}

interface Faults {
  answered: number;
  inARow: number;
}

/** Of one question; of the run where nothing was ever answered, or one question after another is not. */
function faultError(fault: ProcessFault, id: string, { answered, inARow }: Faults): Error {
  const message = `The command ${fault.message}`;
  if (answered > 0 && inARow < maxFaults)
    return new ReplyError(
      "technical",
      "command-fault",
      `${message} It was started again and asked ${id} once more, in vain.`,
      null,
    );
  const when = answered === 0 ? "before it answered anything" : `on ${inARow} questions in a row`;
  return new PipelineError("provider", `${message} (twice, ${when})`, {
    hint: "Everything answered so far is kept. Fix the program, then run the same command again.",
    cause: fault,
  });
}

/** As many processes as there are questions at one time; each is kept until it faults or the model is closed. */
export function commandModel({ command, silence, priceOf }: CommandSettings): CommandModel {
  const pool = processPool(command);
  const faults: Faults = { answered: 0, inARow: 0 };
  const askOnce = async (body: object, id: string) => {
    const process = pool.take();
    try {
      const start = performance.now();
      const line = await process.ask(JSON.stringify(body), silence);
      const milliseconds = Math.round(performance.now() - start);
      const value = answerIn(line, id);
      pool.giveBack(process);
      return { value, line, milliseconds };
    } catch (error) {
      await pool.end(process);
      throw error;
    }
  };
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const body = askedItem(request);
    for (let failedTries = 0; ; failedTries++) {
      try {
        const { value, line, milliseconds } = await askOnce(body, body.id);
        faults.answered++;
        faults.inARow = 0;
        return {
          text: await readLine(value, line, { milliseconds, failedTries }, priceOf),
          finish: "stop",
          usage: { inputTokens: 0, outputTokens: 0 },
        };
      } catch (error) {
        if (!(error instanceof ProcessFault)) throw error;
        if (failedTries + 1 < tries) continue;
        faults.inARow++;
        throw faultError(error, body.id, faults);
      }
    }
  };
  return {
    name: commandName(command),
    settings: { temperature: null, seed: null },
    paid: true,
    complete,
    close: pool.close,
  };
}

/** An answer, or what the program says went wrong with this question. */
async function readLine(
  value: unknown,
  line: string,
  took: { readonly milliseconds: number; readonly failedTries: number },
  priceOf: CommandSettings["priceOf"],
): Promise<string> {
  const error = isFields(value) ? value["error"] : undefined;
  if (error !== undefined && error !== null && error !== false)
    throw new ReplyError(
      "technical",
      "command-error",
      `The command reports: ${typeof error === "string" ? error : JSON.stringify(error)}`,
      line.slice(0, 4000),
    );
  const reply = await systemReply(value);
  return readSystemReply(reply, { place: "The command", took, priceOf, text: line });
}
