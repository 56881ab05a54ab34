// Sample files cut short, with bytes flipped and blocks swapped, outside and inside their archives, and what reading makes of each:
// npx tsx tests/bench/file-fuzz.ts [folder] [cases] [seed]

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import type { ParsedFile, FileFailure } from "../../pipelines/intake/files/parsed-file.ts";
import { readFiles } from "../../pipelines/intake/files/read-file.ts";
import { type Draw, drawFrom, pick, seedOf } from "../../pipelines/text/random.ts";

const folder = process.argv[2] ?? "../shared/data/files";
const cases = Number(process.argv[3] ?? 2400);
const seed = process.argv[4] ?? "1";
const limits = { seconds: 20, megabytes: 512, threads: 1 };
/** Seconds beyond the limit after which a case counts as hung: a thread is ended, another begins. */
const grace = 5;

const cut = (bytes: Buffer, draw: Draw): Buffer => bytes.subarray(0, draw(bytes.length + 1));

function flip(bytes: Buffer, draw: Draw): Buffer {
  const changed = Buffer.from(bytes);
  // Few in most cases: what is all broken is refused at once.
  const times = bytes.length === 0 ? 0 : 2 ** draw(8);
  for (let time = 0; time < times; time++) changed[draw(bytes.length)] = draw(256);
  return changed;
}

function swap(bytes: Buffer, draw: Draw): Buffer {
  if (bytes.length < 4) return bytes;
  const size = 1 + draw(Math.min(4096, bytes.length >> 1));
  const first = draw(bytes.length - 2 * size + 1);
  const second = first + size + draw(bytes.length - first - 2 * size + 1);
  return Buffer.concat([
    bytes.subarray(0, first),
    bytes.subarray(second, second + size),
    bytes.subarray(first + size, second),
    bytes.subarray(first, first + size),
    bytes.subarray(second + size),
  ]);
}

const outside = { cut, flip, swap };
const isArchive = (bytes: Buffer) => bytes.subarray(0, 2).toString("latin1") === "PK";

/** One part of a sound archive damaged: what a flipped byte of compressed data never reaches. */
function inside(bytes: Buffer, draw: Draw): Buffer {
  const parts = unzipSync(bytes);
  const name = pick(draw, Object.keys(parts).sort());
  const damage = pick(draw, Object.values(outside));
  return Buffer.from(zipSync({ ...parts, [name]: damage(Buffer.from(parts[name] ?? []), draw) }));
}

/** What no reader of a file's text may find, or nothing. */
function wrongWith({ text, places }: ParsedFile): string | undefined {
  if (text.trim() === "") return "no text and no failure";
  if (
    places.some(
      ({ start }, index) => start > text.length || start < (places[index - 1]?.start ?? 0),
    )
  )
    return "places out of order";
  return undefined;
}

const samples = readdirSync(folder)
  .sort()
  .map(name => ({ name, bytes: readFileSync(join(folder, name)) }));
const directory = mkdtempSync(join(tmpdir(), "file-fuzz-"));

/** A case follows from its number: another run of it alone gives the same file. */
function writeCase(index: number): string {
  const { name, bytes } = samples[index % samples.length] as (typeof samples)[number];
  const draw = drawFrom(seedOf(seed, String(index)));
  const [kind, damage] = pick(
    draw,
    Object.entries(isArchive(bytes) ? { ...outside, inside } : outside),
  );
  const path = join(directory, `${index}-${kind}-${name}`);
  writeFileSync(path, damage(bytes, draw));
  return path;
}

const codes = new Map<string, number>();
const crashes: string[] = [];
let slowest = { seconds: 0, path: "" };
let [parsed, ended] = [0, 0];
let now = "";
const note = (error: unknown) =>
  crashes.push(`${now}: ${error instanceof Error ? error.stack : String(error)}`);
process.on("uncaughtException", note);
process.on("unhandledRejection", note);

function count(read: ParsedFile | FileFailure, seconds: number): void {
  if (seconds > slowest.seconds) slowest = { seconds, path: now };
  if (seconds > limits.seconds + grace) note(`took ${seconds.toFixed(1)} s`);
  if (!("code" in read)) {
    parsed++;
    const wrong = wrongWith(read);
    if (wrong !== undefined) note(wrong);
    return;
  }
  codes.set(read.code, (codes.get(read.code) ?? 0) + 1);
  if (read.detail.includes("reading it failed")) ended++;
}

/** One after another on one thread, which must be sound after whatever it read before. */
async function readCases(paths: readonly string[]): Promise<void> {
  let start = performance.now();
  let done = 0;
  now = paths[0] ?? "";
  for await (const read of readFiles(paths, limits)) {
    count(read, (performance.now() - start) / 1000);
    now = paths[++done] ?? "";
    start = performance.now();
  }
  if (done !== paths.length) note(`${paths.length - done} files were left out`);
}

const began = performance.now();
for (let index = 0; index < cases; index += 96) {
  const paths = Array.from({ length: Math.min(96, cases - index) }, (_, next) =>
    writeCase(index + next),
  );
  await readCases(paths).catch(note);
  for (const path of paths) rmSync(path);
}
rmSync(directory, { recursive: true });
const failed = [...codes]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, times]) => `${code} ${times}`);
const minutes = (performance.now() - began) / 60_000;
process.stdout.write(
  `${cases} cases in ${minutes.toFixed(1)} min: parsed ${parsed}, failed ${failed.join(", ") || "none"}; threads that broke off ${ended}; slowest ${slowest.seconds.toFixed(1)} s (${basename(slowest.path)}); peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB; crashes ${crashes.length}\n`,
);
for (const crash of crashes.slice(0, 20)) process.stdout.write(`${crash}\n`);
