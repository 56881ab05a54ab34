// Wraps a user's own RAG, a program that answers line by line, in the interface of a model.

import { hash } from "node:crypto";
import type { Price } from "../../schemas/prices.ts";
import { PipelineError, ReplyError } from "../engine/errors.ts";
import { parseJson } from "../engine/lines.ts";
import type { Model, ModelReply, ModelRequest } from "../llm/model.ts";
import { itemRequest } from "./item-request.ts";
import { LineProcess, ProcessFault } from "./line-process.ts";
import { systemReply } from "./result-reply.ts";
import { isFields, readSystemReply } from "./system-reply.ts";

export interface CommandSettings {
  /** The command as one would type it into a shell. */
  readonly command: string;
  /** Milliseconds to wait for a line before giving up on a question. */
  readonly silence: number;
  readonly priceOf?: ((model: string) => Price | undefined) | undefined;
}

export interface CommandModel extends Model {
  /** Ends all processes. */
  close(): Promise<void>;
}

/** The model's name in journals and keys. The command itself is not shown: it may contain secrets. */
export const commandName = (command: string): string =>
  `rag:command#${hash("sha256", command).slice(0, 8)}`;

/** Maximum attempts per question: after a fault, a second one in a new process. */
const maxAttempts = 2;
/** Maximum number of consecutive questions that fail twice before the run stops. */
const maxFaultsInARow = 3;

const outputHint =
  "write one JSON line per answer to stdout and everything else to stderr (Python: print(…, file=sys.stderr))";

/** Parses the answer in a line. Throws ProcessFault if it does not answer this question: later lines could no longer be matched. */
function parseAnswer(line: string, id: string): unknown {
  const value = parseJson(line);
  if (value === undefined)
    throw new ProcessFault(
      `wrote something that is not JSON: ${line.slice(0, 200)} (${outputHint})`,
    );
  const answeredId = isFields(value) ? value["id"] : undefined;
  if (typeof answeredId === "string" && answeredId !== id)
    throw new ProcessFault(`answered ${answeredId} when asked ${id}`);
  return value;
}

/** Processes waiting for a question, and those working on one. */
function processPool(command: string) {
  const idle: LineProcess[] = [];
  const processes = new Set<LineProcess>();
  const endProcess = async (process: LineProcess) => {
    processes.delete(process);
    await process.close();
  };
  return {
    take: (): LineProcess => {
      const process = idle.pop() ?? new LineProcess(command);
      processes.add(process);
      return process;
    },
    giveBack: (process: LineProcess) => {
      idle.push(process);
    },
    end: endProcess,
    close: async () => {
      await Promise.all([...processes].map(endProcess));
    },
  };
}

interface Faults {
  answered: number;
  inARow: number;
}

/** An error for one question, or for the whole run if nothing was ever answered or several consecutive questions failed. */
function faultError(fault: ProcessFault, id: string, { answered, inARow }: Faults): Error {
  const message = `The command ${fault.message}`;
  if (answered > 0 && inARow < maxFaultsInARow)
    return new ReplyError(
      "technical",
      "command-fault",
      `${message} It was restarted and asked ${id} again, without success.`,
      null,
    );
  const circumstances =
    answered === 0 ? "before it answered anything" : `on ${inARow} questions in a row`;
  return new PipelineError("provider", `${message} (twice, ${circumstances})`, {
    hint: "Everything answered so far is kept. Fix the program, then run the same command again.",
    cause: fault,
  });
}

/** Runs one process per concurrent question; each is kept until it faults or the model is closed. */
export function commandModel({ command, silence, priceOf }: CommandSettings): CommandModel {
  const pool = processPool(command);
  const faults: Faults = { answered: 0, inARow: 0 };
  const askOnce = async (body: object, id: string) => {
    const process = pool.take();
    try {
      const start = performance.now();
      const line = await process.ask(JSON.stringify(body), silence);
      const milliseconds = Math.round(performance.now() - start);
      const value = parseAnswer(line, id);
      pool.giveBack(process);
      return { value, line, milliseconds };
    } catch (error) {
      await pool.end(process);
      throw error;
    }
  };
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const body = itemRequest(request);
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
        if (failedTries + 1 < maxAttempts) continue;
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

/** Reads an answer. Throws ReplyError with the error that the program reports for this question. */
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
