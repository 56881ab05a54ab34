// The user's own RAG that is asked: an address, a module's export or a program's own function, or a command.

import { hash } from "node:crypto";
import { priceOf } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { readRunFile } from "../engine/runner.ts";
import { placeOf } from "../llm/endpoints/redaction.ts";
import { commandModel } from "../systems/command-model.ts";
import { type AnsweringSystem, functionModel } from "../systems/function-model.ts";
import { loadSystem } from "../systems/load-system.ts";
import { folderName } from "./evaluation-inputs.ts";
import { stageModel } from "./models.ts";
import type { AskingOptions } from "./options.ts";
import type { OwnModels } from "./own-models.ts";
import { readPrices } from "./prices.ts";

/** One of the first three is given. */
export interface SystemOptions extends Pick<AskingOptions, "limits"> {
  /** Where {"id", "question", "type", "language"} is posted to, with "asOf" (YYYY-MM-DD) where it is asked as of a day; RAGWRIGHT_ENDPOINT_KEY, where it is set, goes along as a bearer token. */
  readonly endpoint?: string | undefined;
  /** A module's export (`./rag.js#answer`), or the program's own: a function of the question, or a LangChain Runnable. */
  readonly system?: string | AnsweringSystem | undefined;
  /** A program, as it would be typed: a line of JSON a question on its stdin, a line of JSON an answer on its stdout. One is asked at a time, unless `limits` says how many. */
  readonly command?: string | undefined;
}

export interface AskedSystem {
  /** For the folder of its predictions, where no other name is given. */
  readonly name: string;
  /** In the place of a model. */
  readonly model: Settings["models"][string] & { readonly model: string };
  readonly own: OwnModels;
  /** For run.json. */
  readonly told: {
    readonly endpoint?: string;
    readonly system?: string;
    /** SHA-256 of the module's file. */
    readonly moduleHash?: string;
    readonly command?: string;
  };
  close(): Promise<void>;
}

const nothingToClose = async () => {};

/** PipelineError("wrong-use") for what is not an address, or holds a password. */
function checkedAddress(typed: string): URL {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new PipelineError(
      "wrong-use",
      `--endpoint takes the address of your RAG, not "${typed}".`,
      { hint: "Type for example: --endpoint http://localhost:8000/ask" },
    );
  }
  if (url.username === "" && url.password === "") return url;
  throw new PipelineError("wrong-use", "--endpoint takes an address without user and password.", {
    hint: "Put the key into RAGWRIGHT_ENDPOINT_KEY: it is sent as a bearer token.",
  });
}

function endpointSystem(typed: string): AskedSystem {
  const url = checkedAddress(typed);
  return {
    name: folderName(url.host),
    model: { model: `rag:${url.host}`, baseUrl: url.href },
    own: new Map(),
    told: { endpoint: placeOf(url.href) },
    close: nothingToClose,
  };
}

interface Asking {
  readonly settings: Settings;
  /** The stage that asks. */
  readonly stage: string;
}

/** Milliseconds for one answer. */
const timeoutOf = ({ settings, stage }: Asking): number =>
  stageModel(settings, stage).timeout.whole * 1000;

const pricing = () => {
  const prices = readPrices();
  return (model: string) => priceOf(prices, model);
};

async function functionSystem(
  given: string | AnsweringSystem,
  asking: Asking,
): Promise<AskedSystem> {
  const loaded =
    typeof given === "string"
      ? await loadSystem(given)
      : { system: given, place: "system", name: "system", hash: undefined };
  const { system, place, name } = loaded;
  const key = `rag:${place}`;
  const model = functionModel({
    name: key,
    place,
    system,
    timeout: timeoutOf(asking),
    priceOf: pricing(),
  });
  return {
    name: folderName(name),
    model: { model: key },
    own: new Map([[place, model]]),
    told: { system: place, ...(loaded.hash === undefined ? {} : { moduleHash: loaded.hash }) },
    close: nothingToClose,
  };
}

// Each process may hold an index of its own in memory: there is one, unless more are asked for.
function commandSystem(
  command: string,
  asking: Asking,
  limits: AskingOptions["limits"],
): AskedSystem {
  if (command.trim() === "")
    throw new PipelineError("wrong-use", "--command takes the command that starts your RAG.", {
      hint: 'Type for example: --command "python rag.py"',
    });
  const { settings, stage } = asking;
  const { ownLimits, limits: own } = stageModel(settings, stage);
  const concurrency = limits?.concurrency ?? (ownLimits ? own.concurrency : 1);
  const model = commandModel({ command, silence: timeoutOf(asking), priceOf: pricing() });
  const name = model.name.slice("rag:".length);
  return {
    name: folderName(command.trim().split(/\s+/).slice(0, 2).join("-")),
    model: { model: model.name, limits: { concurrency } },
    own: new Map([[name, model]]),
    told: { command: hash("sha256", command) },
    close: model.close,
  };
}

/** PipelineError("wrong-use") where not exactly one is named, and for one that is not there. To be closed. */
export async function openSystem(
  { endpoint, system, command, limits }: SystemOptions,
  asking: Asking,
): Promise<AskedSystem> {
  const given = [endpoint, system, command].filter(one => one !== undefined);
  if (given.length !== 1)
    throw new PipelineError(
      "wrong-use",
      given.length === 0 ? "Nothing is named that answers." : "More than one system is named.",
      {
        hint: 'Name one: --endpoint http://localhost:8000/ask, --system ./rag.js#answer, or --command "python rag.py"',
      },
    );
  if (endpoint !== undefined) return endpointSystem(endpoint);
  if (command !== undefined) return commandSystem(command, asking, limits);
  return functionSystem(system ?? "", asking);
}

/** Hash of the module that began to answer in a folder; undefined where none did. */
export function answeringHash(directory: string): string | undefined {
  const settings = readRunFile(directory)?.settings;
  const told = typeof settings === "object" && settings !== null ? settings : {};
  return "moduleHash" in told && typeof told.moduleHash === "string" ? told.moduleHash : undefined;
}

/** To be said where a module was changed after it had begun to answer: answers that stand are kept. */
export const changedNotice = ({ told, name }: AskedSystem, before: string): string | undefined =>
  told.moduleHash === undefined || told.moduleHash === before
    ? undefined
    : `${told.system} has changed since it began to answer: answers that stand are kept. To have all again, add --name ${name}-2`;
