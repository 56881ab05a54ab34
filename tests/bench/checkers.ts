// Measures the coverage check and the number check on real pairs: `npx tsx tests/bench/checkers.ts`.
//
// Truth comes from checker-labels.jsonl (made by reading the pairs: whether the document states the fact) and from
// planted changes (plants.ts). A text fact is stated when its main claim is, even if a clause of it is missing.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { LeafType } from "../../schemas/rageval/schema.ts";
import { factFinder } from "../../pipelines/text/occurrence.ts";
import { languageOf } from "../../pipelines/text/language.ts";
import { answerCases, measureAnswers } from "./answers.ts";
import { plant } from "./plants.ts";

const FOLDER = new URL("../../../shared/data/rageval/", import.meta.url);
const VERBOSE = process.argv.includes("--verbose");

interface Label {
  readonly file: string;
  readonly path: string[];
  readonly type: string;
  readonly stated: boolean;
}

interface Case extends Label {
  readonly kind: string;
  readonly value: string;
  readonly found: boolean;
}

function main(): void {
  if (!existsSync(FOLDER)) return console.log(`no data at ${FOLDER.pathname}: nothing measured`);
  const labels = readFileSync(new URL("checker-labels.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Label);
  const typed = labels.filter(label => label.type !== "text").flatMap(measure);
  const texts = labels.filter(label => label.type === "text").flatMap(measure);
  report(
    "coverage, typed facts as labelled",
    typed.filter(({ kind }) => kind === "labelled"),
  );
  for (const kind of ["deleted", "altered", "reformatted", "reworded", "embedded"])
    report(
      `  planted: ${kind}`,
      typed.filter(one => one.kind === kind),
    );
  report("coverage, typed facts, all", typed);
  report(
    "coverage, long text facts as labelled",
    texts.filter(({ kind }) => kind === "labelled"),
  );
  report("coverage, long text facts, with deletions", texts);
  for (const [name, cases] of answerCases(readDocuments())) report(name, measureAnswers(cases));
}

function measure(label: Label): Case[] {
  const config: unknown = JSON.parse(readFileSync(new URL(`pairs/${label.file}`, FOLDER), "utf8"));
  const text = readFileSync(
    new URL(`pairs/${label.file.replace(/\.config.*/, ".doc.txt")}`, FOLDER),
    "utf8",
  );
  const language = label.file.includes("_zh_") ? ("zh" as const) : ("en" as const);
  const value = String(at(config, label.path));
  const type = LeafType.parse(label.type);
  const near = nearOf(config, label.path);
  const changes =
    type === "text"
      ? deleteSentences(value, text)
      : label.stated
        ? plant({ type, value, language }, text)
        : [];
  return [{ kind: "labelled", value, text, stated: label.stated }, ...changes].map(change => {
    const found =
      factFinder(change.text, language)({ type, value: change.value, language }, { near }).length >
      0;
    if (VERBOSE && found !== change.stated)
      console.log(
        found ? "FALSE ALARM" : "MISSED",
        change.kind,
        label.file,
        label.path.join("/"),
        change.value.slice(0, 60),
      );
    return { ...label, kind: change.kind, value: change.value, stated: change.stated, found };
  });
}

/** Every line that shares a long stretch or many words with the text goes: none of it is stated any more. */
function deleteSentences(
  value: string,
  text: string,
): { kind: string; value: string; text: string; stated: boolean }[] {
  const grams = (string: string): Set<string> =>
    new Set(
      Array.from({ length: Math.max(0, string.length - 3) }, (_, at) =>
        string.slice(at, at + 4).toLowerCase(),
      ),
    );
  const sought = grams(value);
  const shares = (sentence: string): boolean =>
    [...grams(sentence)].filter(gram => sought.has(gram)).length >= Math.max(2, sought.size * 0.12);
  const rest = text
    .split("\n")
    .map(line =>
      (line.match(/[^。！？.!?]+[。！？.!?]*/g) ?? [])
        .filter(sentence => !shares(sentence))
        .join(""),
    )
    .join("\n");
  return rest.trim() === "" ? [] : [{ kind: "deleted", value, text: rest, stated: false }];
}

const GENERIC = new Set(["Time", "时间", "Value", "值", "date", "日期", "timePeriod"]);

/** The leaf's own key; for a generic one ("Time") the event or indicator it belongs to. */
function nearOf(config: unknown, path: readonly string[]): string[] {
  const key = path.at(-1) ?? "";
  if (!GENERIC.has(key)) return [key];
  const parent = at(config, path.slice(0, -1)) as Record<string, unknown>;
  return ["Event", "事件", "event", "Indicator", "指标"].flatMap(name =>
    typeof parent[name] === "string" ? [parent[name]] : [],
  );
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value);

function readDocuments(): { text: string; language: "zh" | "en" }[] {
  const pairs = readdirSync(new URL("pairs/", FOLDER)).filter(name => name.endsWith(".doc.txt"));
  const texts = pairs.map(name => readFileSync(new URL(`pairs/${name}`, FOLDER), "utf8"));
  const further = readFileSync(new URL("dragonball_docs_48.jsonl", FOLDER), "utf8")
    .trim()
    .split("\n")
    .map(line => (JSON.parse(line) as { content: string }).content);
  return [...texts, ...further].map(text => ({ text, language: languageOf(text) }));
}

function report(name: string, cases: readonly { stated: boolean; found: boolean }[]): void {
  const hits = cases.filter(({ stated, found }) => stated && found).length;
  const share = (part: number, whole: number): string =>
    whole === 0 ? "-" : (part / whole).toFixed(3);
  const found = cases.filter(one => one.found).length;
  const stated = cases.filter(one => one.stated).length;
  console.log(
    `${name.padEnd(46)} n ${String(cases.length).padStart(5)}  precision ${share(hits, found)}  recall ${share(hits, stated)}  (found ${found}, true ${stated})`,
  );
}

main();
