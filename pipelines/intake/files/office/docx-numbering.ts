// Computes the numbers and heading levels of Word paragraphs, which are defined in the file's styles and lists, not in its text.

import type { OfficeArchive } from "./office-archive.ts";
import { attribute, childrenNamed, descendant, rootOfPart, type XmlNode } from "./office-xml.ts";
import { countUp, writeNumber } from "./list-numbers.ts";

interface Level {
  readonly format: string;
  /** A pattern such as "%1.%2". */
  readonly text: string;
  readonly start: number;
}

interface List {
  /** Lists of the same kind share their numbering. */
  readonly kind: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Numbers at which this list restarts, by level. */
  readonly restarts: ReadonlyMap<number, number>;
}

interface Style {
  readonly outline: number | undefined;
  readonly listId: string | undefined;
  readonly level: number | undefined;
}

/** What a paragraph itself defines; undefined for what it leaves to its style. */
export interface ParagraphState {
  readonly styleId: string | undefined;
  readonly listId: string | undefined;
  readonly level: number | undefined;
  readonly outline: number | undefined;
}

export interface ParagraphMark {
  /** "3.2", "（二）", "-"; "" if there is none. */
  readonly marker: string;
  /** Heading level, counted from 1; undefined if it is not a heading. */
  readonly heading: number | undefined;
}

const valueOf = (node: XmlNode, ...names: readonly string[]) =>
  attribute(descendant(node, ...names), "val");
const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,6}$/.test(text) ? Number(text) : undefined;

const readLevel = (node: XmlNode): readonly [number, Level] => [
  numberOf(attribute(node, "ilvl")) ?? 0,
  {
    format: valueOf(node, "numFmt") ?? "decimal",
    text: valueOf(node, "lvlText") ?? "",
    start: numberOf(valueOf(node, "start")) ?? 1,
  },
];

function readLists(archive: OfficeArchive): ReadonlyMap<string, List> {
  const root = rootOfPart(archive, "word/numbering.xml");
  const kinds = new Map(
    childrenNamed(root, "abstractNum").map(node => [
      attribute(node, "abstractNumId"),
      new Map(childrenNamed(node, "lvl").map(readLevel)),
    ]),
  );
  return new Map(
    childrenNamed(root, "num").map(node => {
      const kind = valueOf(node, "abstractNumId") ?? "";
      const overrides = childrenNamed(node, "lvlOverride");
      const overriddenLevels = overrides.flatMap(override =>
        childrenNamed(override, "lvl").map(readLevel),
      );
      const restarts = overrides.flatMap(override => {
        const level = numberOf(attribute(override, "ilvl"));
        const start = numberOf(valueOf(override, "startOverride"));
        return level === undefined || start === undefined ? [] : [[level, start] as const];
      });
      return [
        attribute(node, "numId") ?? "",
        {
          kind,
          levels: new Map([...(kinds.get(kind) ?? []), ...overriddenLevels]),
          restarts: new Map(restarts),
        },
      ] as const;
    }),
  );
}

/** The styles by id, with what they inherit from those they are based on. */
function readStyles(archive: OfficeArchive): ReadonlyMap<string, Style> {
  const nodes = new Map(
    childrenNamed(rootOfPart(archive, "word/styles.xml"), "style").map(node => [
      attribute(node, "styleId") ?? "",
      node,
    ]),
  );
  const resolveStyle = (id: string | undefined, depth: number): Style => {
    const node = id === undefined || depth === 0 ? undefined : nodes.get(id);
    if (!node) return { outline: undefined, listId: undefined, level: undefined };
    const base = resolveStyle(valueOf(node, "basedOn"), depth - 1);
    const ownValue = (...names: readonly string[]) => valueOf(node, "pPr", ...names);
    return {
      outline: numberOf(ownValue("outlineLvl")) ?? base.outline,
      listId: ownValue("numPr", "numId") ?? base.listId,
      level: numberOf(ownValue("numPr", "ilvl")) ?? base.level,
    };
  };
  return new Map([...nodes.keys()].map(id => [id, resolveStyle(id, 20)]));
}

/** The current numbers of each kind of list, level by level. */
interface Counts {
  readonly byKind: Map<string, number[]>;
  /** Levels of lists, as `listId level`, in which an item has been counted. */
  readonly startedLevels: Set<string>;
}

function countItem(counts: Counts, listId: string, list: List, level: number): readonly number[] {
  const numbers = counts.byKind.get(list.kind) ?? [];
  counts.byKind.set(list.kind, numbers);
  const restart = counts.startedLevels.has(`${listId} ${level}`)
    ? undefined
    : list.restarts.get(level);
  counts.startedLevels.add(`${listId} ${level}`);
  countUp(numbers, level, levelIndex => list.levels.get(levelIndex)?.start ?? 1);
  if (restart !== undefined) numbers[level] = restart;
  return numbers;
}

function markerOf(list: List, level: number, numbers: readonly number[]): string {
  const { format, text } = list.levels.get(level) ?? { format: "decimal", text: `%${level + 1}.` };
  if (format === "bullet") return "-";
  if (format === "none") return "";
  return text
    .replace(/%([1-9])/g, (_, levelNumber: string) =>
      writeNumber(
        numbers[Number(levelNumber) - 1] ?? 1,
        list.levels.get(Number(levelNumber) - 1)?.format ?? "decimal",
      ),
    )
    .trim();
}

/** Returns a function that gives a paragraph's mark; call it once per paragraph, in document order, because it counts list items. */
export function paragraphMarks(archive: OfficeArchive): (state: ParagraphState) => ParagraphMark {
  const [lists, styles] = [readLists(archive), readStyles(archive)];
  const counts: Counts = { byKind: new Map(), startedLevels: new Set() };
  return state => {
    const style = styles.get(state.styleId ?? "");
    const outline = state.outline ?? style?.outline;
    const heading = outline === undefined || outline < 0 || outline > 8 ? undefined : outline + 1;
    const listId = state.listId ?? style?.listId;
    const list = listId === undefined ? undefined : lists.get(listId);
    if (listId === undefined || !list) return { marker: "", heading };
    const level = Math.min(8, Math.max(0, state.level ?? style?.level ?? 0));
    return { marker: markerOf(list, level, countItem(counts, listId, list, level)), heading };
  };
}
