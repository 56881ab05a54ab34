// Loads the function or Runnable that a module exports: `./rag.ts#answer`.

import { existsSync, readFileSync } from "node:fs";
import { hash } from "node:crypto";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PipelineError } from "../engine/errors.ts";
import type { AnsweringSystem } from "./function-model.ts";
import { isRunnable } from "./runnable-input.ts";
import type { Fields } from "./system-reply.ts";

export interface LoadedSystem {
  readonly system: AnsweringSystem;
  /** File and export, for messages: `rag.ts#answer`. */
  readonly place: string;
  /** For the name of a folder: `rag-answer`, or `rag` for a default export. */
  readonly name: string;
  /** SHA-256 of the file. */
  readonly hash: string;
}

type Importing = (address: string) => Promise<unknown>;

const example = "For example: --system ./rag.js#answer";

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

const isTypeScript = (path: string) => /\.[cm]?ts$/.test(path);

/** Says what to type; Node's own message would name a flag or a loader. */
function notLoaded(error: unknown, path: string, file: string): PipelineError {
  const cause = { cause: error };
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const asTyped = `NODE_OPTIONS="--import tsx" npx ragwright predict … (after: npm install -D tsx)`;
  if (code === "ERR_UNKNOWN_FILE_EXTENSION" && message.includes("ts"))
    return new PipelineError(
      "wrong-use",
      `Node ${process.versions.node} does not read TypeScript, and ${file} is, or imports, a .ts file.`,
      { hint: `Type: ${asTyped}  — or use Node 22.18 or newer, or a .js file.`, ...cause },
    );
  if (
    code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" ||
    (code === "ERR_MODULE_NOT_FOUND" && isTypeScript(path))
  )
    return new PipelineError("bad-input", `${file} could not be loaded: ${message}`, {
      hint: `Node only strips types; for all of TypeScript: ${asTyped}`,
      ...cause,
    });
  return new PipelineError("bad-input", `${file} could not be loaded: ${message}`, {
    hint: `Does it load by itself? Type: node ${file}`,
    ...cause,
  });
}

const isSystem = (value: unknown): value is AnsweringSystem =>
  typeof value === "function" || isRunnable(value);

/** The export of this name; without a name, the default export or else the only one that can answer. */
function exportOf(module: Fields, wanted: string | undefined, file: string): [string, unknown] {
  const answering = Object.keys(module).filter(name => isSystem(module[name]));
  const name =
    wanted ?? (answering.includes("default") || answering.length !== 1 ? "default" : answering[0]);
  if (name !== undefined && isSystem(module[name])) return [name, module[name]];
  const there = answering.length === 0 ? "none" : answering.join(", ");
  throw new PipelineError(
    "wrong-use",
    `${file} exports no function and no Runnable${wanted === undefined ? " by default" : ` called ${wanted}`} (it exports: ${there}).`,
    {
      hint:
        answering[0] === undefined
          ? `Export a function: export async function answer(question) { … }`
          : `Type: --system ${file}#${answering[0]}`,
    },
  );
}

/** Throws PipelineError if the file does not exist, does not load, or exports nothing that can answer. `importing` defaults to Node's own import. */
export async function loadSystem(
  typed: string,
  importing: Importing = address => import(address) as Promise<unknown>,
): Promise<LoadedSystem> {
  const mark = typed.lastIndexOf("#");
  const [path, wanted] =
    mark < 0 ? [typed, undefined] : [typed.slice(0, mark), typed.slice(mark + 1)];
  const full = resolve(path);
  if (path === "" || wanted === "" || !existsSync(full))
    throw new PipelineError("wrong-use", `--system: there is no file ${path || `in "${typed}"`}.`, {
      hint: example,
    });
  const module = await importing(pathToFileURL(full).href).catch((error: unknown) => {
    throw error instanceof PipelineError ? error : notLoaded(error, full, path);
  });
  const [name, system] = exportOf(module as Fields, wanted, path);
  const stem = basename(full, extname(full));
  return {
    system: system as AnsweringSystem,
    place: `${basename(full)}#${name}`,
    name: name === "default" ? stem : `${stem}-${name}`,
    hash: hash("sha256", readFileSync(full)),
  };
}
