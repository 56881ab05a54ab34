// How many items tell retrieval systems apart: eight of known order over one corpus, each pair of neighbours, one set of items beside others.
// BM25 over chunks of 128 tokens, at the depths of system-ladder.ts. A set is a run, or files as DragonBall publishes them; the first is
// compared with each of the others:
// node --import tsx tests/bench/systems-told-apart.ts <run with the corpus> <name>=<run or file>[,<file>…] … [--seed 1] [--times 400]

import { parseArgs } from "node:util";
import {
  type KnownDocuments,
  readKnownDocuments,
} from "../../pipelines/evaluate/evidence/known-documents.ts";
import { locateReferences } from "../../pipelines/evaluate/truth/locate-references.ts";
import { readTruths } from "../../pipelines/evaluate/truth/read-truths.ts";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { table } from "../../pipelines/cli/printer.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { documents as documentRows } from "../../schemas/items/documents.ts";
import {
  byMedians,
  byPairs,
  type Figure,
  medianNeed,
  type Needs,
  needsOf,
  ratioOf,
  type Scores,
} from "./items-needed.ts";
import { type Asked, ladderOver, nameOf, systems } from "./system-ladder.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    times: { type: "string", default: "400" },
  },
});
const seed = Number(values.seed);
const times = Number(values.times);

/** A set of items. */
interface Arm {
  readonly name: string;
  /** Items whose documents are the corpus's. */
  readonly given: number;
  /** Those of them that rest on nothing there: they tell no retrieval from another, and are left out. */
  readonly without: number;
  /** References that stand nowhere in the corpus, of those that are not left out. */
  readonly lost: number;
  readonly asked: readonly Asked[];
}

/** Published references join sentences that stand apart in the document, without a space between. */
const joint = /(?<=\p{Ll}[.!?])(?=\p{Lu})/u;

function placed(row: TruthRow, documents: KnownDocuments): TruthRow {
  const references = row.references?.flatMap(reference =>
    reference.span
      ? [reference]
      : reference.text.split(joint).map(text => ({ text: text.trim(), span: null })),
  );
  return locateReferences({ ...row, references: references ?? null }, documents);
}

function armOf(name: string, rows: readonly TruthRow[]): Arm {
  const asked = rows.map(({ id, question, language, references }) => ({
    id,
    question,
    language,
    references: references?.filter(({ span }) => span !== null) ?? [],
  }));
  const kept = asked.filter(({ references }) => references.length > 0);
  const told = new Set(kept.map(({ id }) => id));
  const lost = rows
    .filter(({ id }) => told.has(id))
    .flatMap(({ references }) => references?.filter(({ span }) => span === null) ?? []);
  return {
    name,
    given: rows.length,
    without: rows.length - kept.length,
    lost: lost.length,
    asked: kept,
  };
}

/** The items that rest on the corpus alone; where some rest on it in part, an arm more in which what is not there is not asked for. */
function readArms(given: string, documents: KnownDocuments): Arm[] {
  const [name = "", paths = ""] = given.split("=");
  const rows = paths
    .split(",")
    .flatMap(path => [...readTruths(path, { documents }).rows])
    .map(row => placed(row, documents));
  const isThere = (id: string) => documents.findOnlyByIdentifier(id) !== undefined;
  const whole = rows.filter(({ documentIds }) => documentIds.every(isThere));
  const part = rows.filter(({ documentIds }) => documentIds.some(isThere));
  return [
    armOf(name, whole),
    ...(part.length > whole.length ? [armOf(`${name}, in part too`, part)] : []),
  ];
}

interface Measured extends Arm {
  readonly scores: Scores;
  readonly needs: Needs;
}

const mean = (numbers: ArrayLike<number>): number =>
  Array.from(numbers).reduce((sum, number) => sum + number, 0) / numbers.length;
const shown = (value: number, digits = 0): string =>
  Number.isFinite(value) ? value.toFixed(digits) : value > 0 ? "∞" : "–";
const shownFigure = ({ value, low, high }: Figure, digits = 0): string =>
  `${shown(value, digits)} [${[low, high].map(end => shown(end, digits)).join(", ")}]`;

function report(arms: readonly Measured[]): string {
  const [first] = arms;
  const against = (compare: typeof byMedians) => (other: Measured) =>
    first === undefined || other === first
      ? ""
      : shownFigure(ratioOf(compare, first.needs, other.needs), 2);
  const row = (label: string, cell: (arm: Measured) => string | number) => [
    label,
    ...arms.map(cell),
  ];
  return table(
    ["", ...arms.map(({ name }) => name)],
    [
      row("items", ({ given }) => given),
      row("left out: no evidence", ({ without }) => without),
      row("references an item", ({ asked }) =>
        shown(mean(asked.map(({ references }) => references.length)), 1),
      ),
      row("references without place", ({ lost }) => lost),
      ...systems.map((system, at) =>
        row(`recall: ${nameOf(system)}`, ({ scores }) => shown(mean(scores[at] ?? []), 3)),
      ),
      ...systems
        .slice(1)
        .map((system, pair) =>
          row(`items needed: ${nameOf(system)}`, ({ needs }) => shown(needs.needed[pair] ?? 0)),
        ),
      row("pairs not told", ({ needs }) => needs.needed.filter(n => n === Infinity).length),
      row("median pair [95 %]", ({ needs }) => shownFigure(medianNeed(needs))),
      row(`${first?.name} ÷ it, medians`, against(byMedians)),
      row(`${first?.name} ÷ it, median pair`, against(byPairs)),
    ],
  );
}

const [directory = "", ...given] = positionals;
const corpus = openRun(directory);
const documents = readKnownDocuments(corpus);
const score = ladderOver([...corpus.rows(documentRows)], seed);
const measured: Measured[] = [];
for (const arm of given.flatMap(each => readArms(each, documents))) {
  const scores = await score(arm.asked);
  measured.push({ ...arm, scores, needs: needsOf(scores, { seed, times }) });
}
process.stdout.write(`${report(measured)}\n`);
