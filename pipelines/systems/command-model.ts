// Wraps a user's own RAG, a program that answers line by line, in the interface of a model.

import { hash } from "node:crypto";
import { PipelineError, ReplyError } from "../engine/errors.ts";
import { parseJson } from "../engine/lines.ts";
import type { Model } from "../llm/model.ts";
import { isObject } from "./fields.ts";
import { type SystemItem, systemModel } from "./item-request.ts";
import { LineProcess, ProcessFault } from "./line-process.ts";
import { systemReply } from "./result-reply.ts";
import { readSystemReply, type ReplyContext } from "./system-reply.ts";

export interface CommandSettings extends Pick<ReplyContext, "priceOf"> {
  /** The command as one would type it into a shell. */
  readonly command: string;
  /** Milliseconds to wait for a line before giving up on a question. */
  readonly lineTimeout: number;
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
  const answeredId = isObject(value) ? value["id"] : undefined;
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

interface FaultCounts {
  answered: number;
  consecutiveFaults: number;
}

/** An error for one question, or for the whole run if nothing was ever answered or several consecutive questions failed. */
function faultError(
  fault: ProcessFault,
  id: string,
  { answered, consecutiveFaults }: FaultCounts,
): Error {
  const message = `The command ${fault.message}`;
  if (answered > 0 && consecutiveFaults < maxFaultsInARow)
    return new ReplyError(
      "technical",
      "command-fault",
      `${message} It was restarted and asked ${id} again, without success.`,
      null,
    );
  const circumstances =
    answered === 0 ? "before it answered anything" : `on ${consecutiveFaults} questions in a row`;
  return new PipelineError("provider", `${message} (twice, ${circumstances})`, {
    hint: "Everything answered so far is kept. Fix the program, then run the same command again.",
    cause: fault,
  });
}

/** Runs one process per concurrent question; each is kept until it faults or the model is closed. */
export function commandModel({ command, lineTimeout, priceOf }: CommandSettings): CommandModel {
  const pool = processPool(command);
  const faults: FaultCounts = { answered: 0, consecutiveFaults: 0 };
  const askOnce = async (item: SystemItem) => {
    const process = pool.take();
    try {
      const start = performance.now();
      const line = await process.ask(JSON.stringify(item), lineTimeout);
      const milliseconds = Math.round(performance.now() - start);
      const value = parseAnswer(line, item.id);
      pool.giveBack(process);
      return { value, line, milliseconds };
    } catch (error) {
      await pool.end(process);
      throw error;
    }
  };
  const ask = async (item: SystemItem): Promise<string> => {
    for (let failedTries = 0; ; failedTries++) {
      try {
        const { value, line, milliseconds } = await askOnce(item);
        faults.answered++;
        faults.consecutiveFaults = 0;
        const reply = await replyIn(value, line);
        const timing = { milliseconds, failedTries };
        return readSystemReply(reply, { label: "The command", timing, priceOf, text: line });
      } catch (error) {
        if (!(error instanceof ProcessFault)) throw error;
        if (failedTries + 1 < maxAttempts) continue;
        faults.consecutiveFaults++;
        throw faultError(error, item.id, faults);
      }
    }
  };
  return { ...systemModel(commandName(command), ask), close: pool.close };
}

/** Finds the reply in an answer. Throws ReplyError with the error that the program reports for this question. */
async function replyIn(value: unknown, line: string): Promise<unknown> {
  const error = isObject(value) ? value["error"] : undefined;
  if (error !== undefined && error !== null && error !== false)
    throw new ReplyError(
      "technical",
      "command-error",
      `The command reports: ${typeof error === "string" ? error : JSON.stringify(error)}`,
      line.slice(0, 4000),
    );
  return systemReply(value);
}
