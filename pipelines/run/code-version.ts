// Computes the version of a module's code: a hash over the emitted JavaScript of everything it imports, and over the versions of imported libraries.

import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { hashOf } from "../engine/fingerprint.ts";
import { packageRoot } from "../engine/package-root.ts";

/** Identity and imports of a code file. */
interface CodeFile {
  /** Hash of its emitted JavaScript, which has no comments. */
  readonly hash: string;
  /** Names of the files it imports, in any way. */
  readonly imports: readonly string[];
  readonly libraries: readonly string[];
}

/** Files by name: the path from the code's folder, without extension (`pipelines/items/keypoints`). */
type CodeFiles = Readonly<Record<string, CodeFile>>;

export interface Code {
  /** Names of these files and of all files in the package that they import, directly or not. Files are given as paths. */
  reachableFiles(...files: string[]): string[];
  /** A hash that changes with the code that these files reach and with the versions of libraries imported there; a file of the user's program is identified by its text. */
  versionOf(...files: string[]): string;
  /** The same hash over the whole package. */
  packageVersion(): string;
}

const nameOf = (path: string) =>
  path
    .split(sep)
    .join("/")
    .replace(/\.[jt]s$/, "");

const filesIn = (folder: string, pattern: RegExp): string[] =>
  ["pipelines", "schemas"]
    .flatMap(room =>
      readdirSync(join(folder, room), { recursive: true, encoding: "utf8" }).map(path =>
        join(room, path),
      ),
    )
    .filter(path => pattern.test(path))
    .sort();

// Static and dynamic imports, `require` and worker threads name the file they load in one literal.
const literalPattern = /["'`]((?:@|(?:\.{1,2}\/)+)?\w[\w./-]*)["'`]/g;

// `zod` for `zod/v4`, `@scope/name` for `@scope/name/part`.
const packageNameOf = (literal: string) =>
  literal.split("/", literal.startsWith("@") ? 2 : 1).join("/");

/** Reads the emitted JavaScript in a folder. A literal counts as an import if it names a file there or a library. */
function readCodeFiles(folder: string, libraries: ReadonlySet<string>): CodeFiles {
  const files = filesIn(folder, /\.js$/);
  const names = new Set(files.map(nameOf));
  const readCodeFile = (file: string): CodeFile => {
    const text = readFileSync(join(folder, file), "utf8");
    const literals = [
      ...new Set([...text.matchAll(literalPattern)].map(([, literal = ""]) => literal)),
    ];
    const importedNames = literals
      .filter(literal => /\.[jt]s$/.test(literal))
      .map(literal => posix.join(posix.dirname(nameOf(file)), nameOf(literal)));
    return {
      hash: hashOf(text),
      imports: importedNames.filter(name => names.has(name)),
      libraries: literals.map(packageNameOf).filter(name => libraries.has(name)),
    };
  };
  return Object.fromEntries(files.map(file => [nameOf(file), readCodeFile(file)]));
}

const buildSettings = "tsconfig.build.json";

function emitCodeFiles(
  folder: string,
  libraries: ReadonlySet<string>,
  outputFolder: string,
): CodeFiles {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  execFileSync(process.execPath, [
    compiler,
    "-p",
    join(folder, buildSettings),
    "--noCheck",
    "--declaration",
    "false",
    "--outDir",
    outputFolder,
  ]);
  return readCodeFiles(outputFolder, libraries);
}

/** Code files of sources: emitted as in a build, once for all processes that run the same sources. */
function sourceCodeFiles(folder: string, libraries: ReadonlySet<string>): CodeFiles {
  const sources = [
    "package.json",
    "tsconfig.json",
    buildSettings,
    ...filesIn(folder, /(?<!\.d)\.[jt]s$/),
  ];
  const cacheFile = join(
    tmpdir(),
    `ragwright-code-${hashOf(sources.map(file => [file, readFileSync(join(folder, file), "utf8")]))}.json`,
  );
  if (existsSync(cacheFile)) return JSON.parse(readFileSync(cacheFile, "utf8")) as CodeFiles;
  const outputFolder = mkdtempSync(join(tmpdir(), "ragwright-code-"));
  try {
    const codeFiles = emitCodeFiles(folder, libraries, outputFolder);
    const temporaryFile = join(outputFolder, "code-files.json");
    writeFileSync(temporaryFile, JSON.stringify(codeFiles));
    renameSync(temporaryFile, cacheFile);
    return codeFiles;
  } finally {
    rmSync(outputFolder, { recursive: true, force: true });
  }
}

/** Installed version, wherever a package manager put it; null if it is not installed. */
function installedVersion(library: string, from: string): string | null {
  const path = join(from, "node_modules", library, "package.json");
  if (existsSync(path))
    return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
  return dirname(from) === from ? null : installedVersion(library, dirname(from));
}

/** The file of a stage that the user's program passes in: it is identified by its text. */
const userCodeFile = (file: string): CodeFile => ({
  hash: hashOf(readFileSync(file, "utf8")),
  imports: [],
  libraries: [],
});

const ownFolder = resolve(import.meta.dirname, "../..");

/** Opens the code in a folder, by default this package's: a build as it is, sources as a build would emit them. */
export function openCode(folder = ownFolder): Code {
  const root = packageRoot(folder);
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Partial<Record<"dependencies" | "peerDependencies", Record<string, string>>>;
  const libraries = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
  const codeFiles = existsSync(join(folder, buildSettings))
    ? sourceCodeFiles(folder, libraries)
    : readCodeFiles(folder, libraries);
  const codeFileOf = (name: string): CodeFile =>
    codeFiles[name] ?? userCodeFile(resolve(folder, name));
  const reachableFiles = (...files: string[]): string[] => {
    const reachedNames = new Set(
      files
        .map(file => relative(folder, file))
        .map(path => (nameOf(path) in codeFiles ? nameOf(path) : path)),
    );
    for (const name of reachedNames)
      for (const importedName of codeFileOf(name).imports) reachedNames.add(importedName);
    return [...reachedNames].sort();
  };
  const hashOfAll = (names: readonly string[]): string => {
    const importedLibraries = [
      ...new Set(names.flatMap(name => codeFileOf(name).libraries)),
    ].sort();
    return hashOf([
      names.map(name => codeFileOf(name).hash),
      importedLibraries.map(library => [
        library,
        // An optional library counts as its required version: installing it later does not change the code.
        peerDependencies[library] ?? installedVersion(library, root),
      ]),
    ]).slice(0, 16);
  };
  return {
    reachableFiles,
    versionOf: (...files) => hashOfAll(reachableFiles(...files)),
    packageVersion: () => hashOfAll(Object.keys(codeFiles)),
  };
}
