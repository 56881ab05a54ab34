// Version of a module's code: a hash over the emitted JavaScript of everything it imports, and over the versions of imported libraries.

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

/** A file of code. */
interface Piece {
  /** Hash of its emitted JavaScript, which has no comments. */
  readonly hash: string;
  /** Names of the pieces it imports, in any way. */
  readonly imports: readonly string[];
  readonly libraries: readonly string[];
}

/** Pieces by name: the path from the code's folder, without extension (`pipelines/items/keypoints`). */
type Pieces = Readonly<Record<string, Piece>>;

export interface Code {
  /** Names of these files and of all in the package that they import, directly or not. Files are given as paths. */
  reach(...files: string[]): string[];
  /** A hash that changes with the code that these files reach and with the versions of libraries imported there; for a program's own files, with their text. */
  versionOf(...files: string[]): string;
  /** The same hash over the whole package. */
  whole(): string;
}

const nameOf = (path: string) =>
  path
    .split(sep)
    .join("/")
    .replace(/\.[jt]s$/, "");

const filesIn = (folder: string, ending: RegExp): string[] =>
  ["pipelines", "schemas"]
    .flatMap(room =>
      readdirSync(join(folder, room), { recursive: true, encoding: "utf8" }).map(path =>
        join(room, path),
      ),
    )
    .filter(path => ending.test(path))
    .sort();

// Static and dynamic imports, `require` and worker threads name the file they load in one literal.
const literals = /["'`]((?:@|(?:\.{1,2}\/)+)?\w[\w./-]*)["'`]/g;

// `zod` of `zod/v4`, `@scope/name` of `@scope/name/part`.
const packageIn = (literal: string) =>
  literal.split("/", literal.startsWith("@") ? 2 : 1).join("/");

/** Reads the emitted JavaScript in a folder. A literal counts as an import if it names a piece there or a library. */
function readPieces(folder: string, libraries: ReadonlySet<string>): Pieces {
  const files = filesIn(folder, /\.js$/);
  const names = new Set(files.map(nameOf));
  const read = (file: string): Piece => {
    const text = readFileSync(join(folder, file), "utf8");
    const named = [...new Set([...text.matchAll(literals)].map(([, literal = ""]) => literal))];
    const relativeNames = named
      .filter(literal => /\.[jt]s$/.test(literal))
      .map(literal => posix.join(posix.dirname(nameOf(file)), nameOf(literal)));
    return {
      hash: hashOf(text),
      imports: relativeNames.filter(name => names.has(name)),
      libraries: named.map(packageIn).filter(name => libraries.has(name)),
    };
  };
  return Object.fromEntries(files.map(file => [nameOf(file), read(file)]));
}

const settingsFile = "tsconfig.build.json";

function emitPieces(folder: string, libraries: ReadonlySet<string>, emitted: string): Pieces {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  execFileSync(process.execPath, [
    compiler,
    "-p",
    join(folder, settingsFile),
    "--noCheck",
    "--declaration",
    "false",
    "--outDir",
    emitted,
  ]);
  return readPieces(emitted, libraries);
}

/** Pieces of sources: emitted as in a build, once for all processes that run the same sources. */
function sourcePieces(folder: string, libraries: ReadonlySet<string>): Pieces {
  const sources = [
    "package.json",
    "tsconfig.json",
    settingsFile,
    ...filesIn(folder, /(?<!\.d)\.[jt]s$/),
  ];
  const kept = join(
    tmpdir(),
    `ragwright-code-${hashOf(sources.map(file => [file, readFileSync(join(folder, file), "utf8")]))}.json`,
  );
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as Pieces;
  const emitted = mkdtempSync(join(tmpdir(), "ragwright-code-"));
  try {
    const pieces = emitPieces(folder, libraries, emitted);
    const written = join(emitted, "pieces.json");
    writeFileSync(written, JSON.stringify(pieces));
    renameSync(written, kept);
    return pieces;
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

/** Installed version, wherever a package manager put it; null if it is not installed. */
function installedVersion(library: string, from: string): string | null {
  const path = join(from, "node_modules", library, "package.json");
  if (existsSync(path))
    return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
  return dirname(from) === from ? null : installedVersion(library, dirname(from));
}

/** A stage that a program brings is identified by the text of its own file. */
const foreignPiece = (file: string): Piece => ({
  hash: hashOf(readFileSync(file, "utf8")),
  imports: [],
  libraries: [],
});

const ownFolder = resolve(import.meta.dirname, "../..");

/** The code in a folder, this program's own by default: that of a build as it is, that of sources as a build would emit it. */
export function openCode(folder = ownFolder): Code {
  const root = packageRoot(folder);
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Partial<Record<"dependencies" | "peerDependencies", Record<string, string>>>;
  const libraries = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
  const pieces = existsSync(join(folder, settingsFile))
    ? sourcePieces(folder, libraries)
    : readPieces(folder, libraries);
  const pieceNamed = (name: string): Piece => pieces[name] ?? foreignPiece(resolve(folder, name));
  const reach = (...files: string[]): string[] => {
    const reached = new Set(
      files
        .map(file => relative(folder, file))
        .map(path => (nameOf(path) in pieces ? nameOf(path) : path)),
    );
    for (const name of reached)
      for (const imported of pieceNamed(name).imports) reached.add(imported);
    return [...reached].sort();
  };
  const hashOfAll = (names: readonly string[]): string => {
    const imported = [...new Set(names.flatMap(name => pieceNamed(name).libraries))].sort();
    return hashOf([
      names.map(name => pieceNamed(name).hash),
      imported.map(library => [
        library,
        // An optional library counts as its required version: installing it later does not change the code.
        peerDependencies[library] ?? installedVersion(library, root),
      ]),
    ]).slice(0, 16);
  };
  return {
    reach,
    versionOf: (...files) => hashOfAll(reach(...files)),
    whole: () => hashOfAll(Object.keys(pieces)),
  };
}
