// Cuts each document into fragments of whole sentences, whose borders follow from the text beside them.

import { type FragmentRow, fragments } from "../../schemas/cofe/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { hashOf, rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import { countTokens } from "../text/segment.ts";
import { border, type Unit, unitsOf } from "./fragment-borders.ts";
import { placeFinder } from "./fragment-places.ts";

/** Tokens (o200k) of a fragment: never more than `most`, and no fewer than `least` where its section has as many. */
export interface FragmentSize {
  readonly least: number;
  readonly most: number;
}

/** Units from `from` up to, not including, `to`. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** Of one document while it is cut. */
interface Cutting extends FragmentSize {
  readonly text: string;
  readonly units: readonly Unit[];
  /** Tokens of all units before each. */
  readonly before: readonly number[];
  /** The heading that each unit is, or stands under. */
  readonly headings: readonly (string | null)[];
}

const tokensOf = ({ before }: Cutting, { from, to }: Run): number =>
  (before[to] ?? 0) - (before[from] ?? 0);

/** The sections that are long enough stand alone, each with the short ones before it: no edit beyond them reaches in. */
function stretches(cutting: Cutting): Run[] {
  const runs: Run[] = [];
  let [from, section] = [0, 0];
  cutting.units.forEach((unit, index) => {
    if (index === 0 || unit.border !== border.atSection) return;
    if (tokensOf(cutting, { from: section, to: index }) >= cutting.least) {
      runs.push({ from, to: index });
      from = index;
    }
    section = index;
  });
  return [...runs, { from, to: cutting.units.length }];
}

/** Of these borders the best; of those as good the one whose neighbours hash least, which no text further off can change. */
function bestBorder(
  { units }: Cutting,
  indexes: readonly number[],
  textOf: (index: number) => string,
): number | undefined {
  const best = Math.max(...indexes.map(index => units[index]?.border ?? 0));
  const equal = indexes.filter(index => units[index]?.border === best);
  const ranked = equal.map(index => ({ index, hash: hashOf([textOf(index - 1), textOf(index)]) }));
  // Where a text repeats itself so do its hashes: the longest fragment then.
  return ranked.reduce<{ index: number; hash: string } | undefined>(
    (least, next) => (least && least.hash < next.hash ? least : next),
    undefined,
  )?.index;
}

/** Where the fragment that begins at a unit ends, by the sum of its units' tokens. */
function endOf(cutting: Cutting, { from, to }: Run, most: number): number {
  const { units, text, least } = cutting;
  const textOf = (index: number) => text.slice(units[index]?.start, units[index]?.end);
  // What stands before its first unit is no part of it.
  const surplus = tokensOf(cutting, { from, to: from + 1 }) - countTokens(textOf(from));
  const sizeTo = (index: number) => tokensOf(cutting, { from, to: index }) - surplus;
  if (sizeTo(to) <= most) return to;
  const within: number[] = [];
  for (let index = from + 1; index < to && sizeTo(index) <= most; index++) within.push(index);
  const good = within.filter(
    index =>
      units[index]?.border !== border.afterHeading &&
      sizeTo(index) >= least &&
      tokensOf(cutting, { from: index, to }) >= least,
  );
  return (
    bestBorder(cutting, good, textOf) ??
    within.findLast(index => units[index]?.border !== border.afterHeading) ??
    within.at(-1) ??
    from + 1
  );
}

/** Without the headings at its end: what stands under them comes later, or nowhere. */
function withoutLastHeadings({ units }: Cutting, { from, to }: Run): Run {
  const last = units.slice(from, to).findLastIndex(({ heading }) => heading === null);
  return { from, to: from + last + 1 };
}

interface Fragment extends Run {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** The text of these units, counted as a whole; nothing where they are headings. */
function toFragment(cutting: Cutting, run: Run): Fragment | undefined {
  const { from, to } = withoutLastHeadings(cutting, run);
  const [first, last] = [cutting.units[from], cutting.units[to - 1]];
  if (to <= from || !first || !last) return undefined;
  return {
    from,
    to,
    start: first.start,
    end: last.end,
    tokens: countTokens(cutting.text.slice(first.start, last.end)),
  };
}

/** The fragments of one stretch, one after the other. */
function* cutStretch(cutting: Cutting, { from: start, to }: Run): Generator<Fragment> {
  let from = start;
  while (from < to) {
    let most = cutting.most;
    let end = endOf(cutting, { from, to }, most);
    let fragment = toFragment(cutting, { from, to: end });
    // Tokens may run together otherwise than in the units alone, so that their sum is no bound.
    while (fragment && fragment.tokens > cutting.most && end > from + 1) {
      most -= fragment.tokens - cutting.most;
      end = endOf(cutting, { from, to }, most);
      fragment = toFragment(cutting, { from, to: end });
    }
    if (fragment) yield fragment;
    from = end;
  }
}

/** The heading under which most of a fragment stands; null where none is above it. */
function sectionOf({ units, headings }: Cutting, { from, to }: Run): string | null {
  const tokens = new Map<string | null, number>();
  for (let index = from; index < to; index++) {
    const [unit, heading = null] = [units[index], headings[index]];
    if (unit?.heading === null) tokens.set(heading, (tokens.get(heading) ?? 0) + unit.tokens);
  }
  return [...tokens].reduce<[string | null, number]>(
    (most, next) => (next[1] > most[1] ? next : most),
    [null, 0],
  )[0];
}

function headingsOf(units: readonly Unit[]): (string | null)[] {
  let last: string | null = null;
  return units.map(({ heading }) => (last = heading ?? last));
}

/** The fragments of a document in order, each text once; `least` gives way where it is more than half of `most`. */
export function toFragments(
  { id: documentId, text, language, domain, places }: DocumentRow,
  { least, most }: FragmentSize,
): FragmentRow[] {
  const starts = places
    .filter(({ kind }) => kind === "slide" || kind === "sheet")
    .map(({ start }) => start);
  const units = unitsOf({ text, language, starts, most });
  const before = [0];
  for (const { tokens } of units) before.push((before.at(-1) ?? 0) + tokens);
  const cutting: Cutting = {
    text,
    units,
    before,
    headings: headingsOf(units),
    least: Math.min(least, Math.floor(most / 2)),
    most,
  };
  const placeOf = placeFinder(places);
  const seen = new Set<string>();
  return stretches(cutting)
    .flatMap(stretch => [...cutStretch(cutting, stretch)])
    .map(({ start, end, tokens, ...run }): FragmentRow => {
      const own = text.slice(start, end);
      const section = sectionOf(cutting, run);
      return {
        id: rowId("fragment", own),
        documentId,
        language,
        domain,
        section,
        place: placeOf({ start, end }),
        start,
        end,
        tokens,
        text: own,
      };
    })
    .filter(({ id }) => !seen.has(id) && seen.add(id));
}

export const fragmentsStage = (size: FragmentSize) =>
  defineStage({
    name: "cofe/fragments",
    module: import.meta.filename,
    prompts: [],
    settings: size,
    over: documents,
    writes: fragments,
    each(document) {
      const rows = toFragments(document, size);
      return rows.length > 0
        ? made(rows)
        : declined<FragmentRow>("no-sentences", "The document holds no letter and no number.");
    },
  });
