// Loads the function or Runnable that a module exports: `./rag.ts#answer`.

import { existsSync, readFileSync } from "node:fs";
import { hash } from "node:crypto";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PipelineError } from "../engine/errors.ts";
import type { AnsweringSystem } from "./function-model.ts";
import { isRunnable } from "./runnable-input.ts";
import type { Fields } from "./fields.ts";

export interface LoadedSystem {
  readonly system: AnsweringSystem;
  /** The file and the export, for messages: `rag.ts#answer`. */
  readonly label: string;
  /** For the name of a folder: `rag-answer`, or `rag` for a default export. */
  readonly name: string;
  /** SHA-256 of the file. */
  readonly hash: string;
}

type ImportModule = (moduleUrl: string) => Promise<unknown>;

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** An error that says what to type; Node's own message would name a flag or a loader. */
function loadError(error: unknown, path: string, file: string): PipelineError {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const tsxCommand = `NODE_OPTIONS="--import tsx" npx ragwright predict … (after: npm install -D tsx)`;
  if (code === "ERR_UNKNOWN_FILE_EXTENSION" && message.includes("ts"))
    return new PipelineError(
      "wrong-use",
      `Node ${process.versions.node} does not read TypeScript, and ${file} is, or imports, a .ts file.`,
      { hint: `Type: ${tsxCommand}  — or use Node 22.18 or newer, or a .js file.`, cause: error },
    );
  const needsFullSupport =
    code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" ||
    (code === "ERR_MODULE_NOT_FOUND" && /\.[cm]?ts$/.test(path));
  return new PipelineError("bad-input", `${file} could not be loaded: ${message}`, {
    hint: needsFullSupport
      ? `Node only strips types; for full TypeScript support: ${tsxCommand}`
      : `Does it load by itself? Type: node ${file}`,
    cause: error,
  });
}

const isSystem = (value: unknown): value is AnsweringSystem =>
  typeof value === "function" || isRunnable(value);

/** The export of this name; without a name, the default export, or otherwise the only one that can answer. */
function exportOf(module: Fields, exportName: string | undefined, file: string): [string, unknown] {
  const answeringNames = Object.keys(module).filter(name => isSystem(module[name]));
  const name =
    exportName ??
    (answeringNames.includes("default") || answeringNames.length !== 1
      ? "default"
      : answeringNames[0]);
  if (name !== undefined && isSystem(module[name])) return [name, module[name]];
  const exportList = answeringNames.length === 0 ? "none" : answeringNames.join(", ");
  throw new PipelineError(
    "wrong-use",
    `${file} exports no function and no Runnable${exportName === undefined ? " by default" : ` called ${exportName}`} (it exports: ${exportList}).`,
    {
      hint:
        answeringNames[0] === undefined
          ? `Export a function: export async function answer(question) { … }`
          : `Type: --system ${file}#${answeringNames[0]}`,
    },
  );
}

/** Throws PipelineError if the file does not exist, does not load, or exports nothing that can answer. `importModule` defaults to Node's own import. */
export async function loadSystem(
  address: string,
  importModule: ImportModule = address => import(address) as Promise<unknown>,
): Promise<LoadedSystem> {
  const hashIndex = address.lastIndexOf("#");
  const [path, exportName] =
    hashIndex < 0
      ? [address, undefined]
      : [address.slice(0, hashIndex), address.slice(hashIndex + 1)];
  const fullPath = resolve(path);
  if (path === "" || exportName === "" || !existsSync(fullPath))
    throw new PipelineError(
      "wrong-use",
      `--system: there is no file ${path || `in "${address}"`}.`,
      { hint: "For example: --system ./rag.js#answer" },
    );
  const module = await importModule(pathToFileURL(fullPath).href).catch((error: unknown) => {
    throw error instanceof PipelineError ? error : loadError(error, fullPath, path);
  });
  const [name, system] = exportOf(module as Fields, exportName, path);
  const stem = basename(fullPath, extname(fullPath));
  return {
    system: system as AnsweringSystem,
    label: `${basename(fullPath)}#${name}`,
    name: name === "default" ? stem : `${stem}-${name}`,
    hash: hash("sha256", readFileSync(fullPath)),
  };
}
