// Opens the user's own RAG for questions: an address, a module's export or a program's own function, or a command.

import { hash } from "node:crypto";
import { priceOf } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { readRunFile } from "../engine/runner.ts";
import { publicAddressOf } from "../llm/endpoints/redaction.ts";
import { commandModel } from "../systems/command-model.ts";
import { type AnsweringSystem, functionModel } from "../systems/function-model.ts";
import { loadSystem } from "../systems/load-system.ts";
import { folderName } from "./evaluation-inputs.ts";
import { stageModel } from "./models.ts";
import type { AskingOptions } from "./options.ts";
import type { OwnModels } from "./own-models.ts";
import { readPrices } from "./prices.ts";

/** Exactly one of `endpoint`, `system` and `command` is given. */
export interface SystemOptions extends Pick<AskingOptions, "limits"> {
  /** URL that {"id", "question", "type", "language"} is posted to, with "asOf" (YYYY-MM-DD) if the question is asked as of a particular day; RAGWRIGHT_ENDPOINT_KEY, if set, is sent as a bearer token. */
  readonly endpoint?: string | undefined;
  /** A module's export (`./rag.js#answer`), or the program's own: a function of the question, or a LangChain Runnable. */
  readonly system?: string | AnsweringSystem | undefined;
  /** A program, as typed in a shell: reads one line of JSON per question on stdin, writes one line of JSON per answer on stdout. Gets one question at a time, unless `limits` allows more. */
  readonly command?: string | undefined;
}

export interface OpenedSystem {
  /** Name of its predictions' folder, if no other is given. */
  readonly name: string;
  /** The system's settings, in the form of a model's settings. */
  readonly model: Settings["models"][string] & { readonly model: string };
  readonly ownModels: OwnModels;
  /** What run.json records about it. */
  readonly recordedSettings: {
    readonly endpoint?: string;
    readonly system?: string;
    /** SHA-256 of the module's file. */
    readonly moduleHash?: string;
    readonly command?: string;
  };
  close(): Promise<void>;
}

const nothingToClose = async () => {};

/** Throws PipelineError("wrong-use") for text that is not an address, or contains a password. */
function checkedAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new PipelineError(
      "wrong-use",
      `--endpoint must be the address of your RAG, not "${address}".`,
      { hint: "For example: --endpoint http://localhost:8000/ask" },
    );
  }
  if (url.username === "" && url.password === "") return url;
  throw new PipelineError(
    "wrong-use",
    "--endpoint must be an address without a user name or password.",
    {
      hint: "Put the key into RAGWRIGHT_ENDPOINT_KEY: it is sent as a bearer token.",
    },
  );
}

function endpointSystem(address: string): OpenedSystem {
  const url = checkedAddress(address);
  return {
    name: folderName(url.host),
    model: { model: `rag:${url.host}`, baseUrl: url.href },
    ownModels: new Map(),
    recordedSettings: { endpoint: publicAddressOf(url.href) },
    close: nothingToClose,
  };
}

interface AskContext {
  readonly settings: Settings;
  /** The stage that asks. */
  readonly stage: string;
}

/** Timeout of one answer, in milliseconds. */
const timeoutOf = ({ settings, stage }: AskContext): number =>
  stageModel(settings, stage).timeout.whole * 1000;

const priceLookup = () => {
  const prices = readPrices();
  return (model: string) => priceOf(prices, model);
};

async function functionSystem(
  source: string | AnsweringSystem,
  context: AskContext,
): Promise<OpenedSystem> {
  const loaded =
    typeof source === "string"
      ? await loadSystem(source)
      : { system: source, label: "system", name: "system", hash: undefined };
  const { system, label, name } = loaded;
  const key = `rag:${label}`;
  const model = functionModel({
    name: key,
    label,
    system,
    timeout: timeoutOf(context),
    priceOf: priceLookup(),
  });
  return {
    name: folderName(name),
    model: { model: key },
    ownModels: new Map([[label, model]]),
    recordedSettings: {
      system: label,
      ...(loaded.hash === undefined ? {} : { moduleHash: loaded.hash }),
    },
    close: nothingToClose,
  };
}

// Each process may hold its own index in memory, so there is only one unless more are requested.
function commandSystem(
  command: string,
  context: AskContext,
  limits: AskingOptions["limits"],
): OpenedSystem {
  if (command.trim() === "")
    throw new PipelineError("wrong-use", "--command must be the command that starts your RAG.", {
      hint: 'For example: --command "python rag.py"',
    });
  const { settings, stage } = context;
  const { ownLimits, limits: stageLimits } = stageModel(settings, stage);
  const concurrency = limits?.concurrency ?? (ownLimits ? stageLimits.concurrency : 1);
  const model = commandModel({ command, lineTimeout: timeoutOf(context), priceOf: priceLookup() });
  const name = model.name.slice("rag:".length);
  return {
    name: folderName(command.trim().split(/\s+/).slice(0, 2).join("-")),
    model: { model: model.name, limits: { concurrency } },
    ownModels: new Map([[name, model]]),
    recordedSettings: { command: hash("sha256", command) },
    close: model.close,
  };
}

/** Throws PipelineError("wrong-use") unless exactly one system is named and exists. The caller closes it. */
export async function openSystem(
  { endpoint, system, command, limits }: SystemOptions,
  context: AskContext,
): Promise<OpenedSystem> {
  const givenSources = [endpoint, system, command].filter(source => source !== undefined);
  if (givenSources.length !== 1)
    throw new PipelineError(
      "wrong-use",
      givenSources.length === 0 ? "No system was given." : "More than one system is named.",
      {
        hint: 'Name one: --endpoint http://localhost:8000/ask, --system ./rag.js#answer, or --command "python rag.py"',
      },
    );
  if (endpoint !== undefined) return endpointSystem(endpoint);
  if (command !== undefined) return commandSystem(command, context, limits);
  return functionSystem(system ?? "", context);
}

/** Hash of the module that produced the first answers in a folder; undefined if none did. */
export function readModuleHash(directory: string): string | undefined {
  const settings = readRunFile(directory)?.settings;
  const recordedSettings = typeof settings === "object" && settings !== null ? settings : {};
  return "moduleHash" in recordedSettings && typeof recordedSettings.moduleHash === "string"
    ? recordedSettings.moduleHash
    : undefined;
}

/** Notice for a module that was changed after it began to answer: existing answers are kept. */
export const changedNotice = (
  { recordedSettings, name }: OpenedSystem,
  recordedHash: string,
): string | undefined =>
  recordedSettings.moduleHash === undefined || recordedSettings.moduleHash === recordedHash
    ? undefined
    : `${recordedSettings.system} has changed since it began to answer: existing answers are kept. To get all answers again, add --name ${name}-2`;
