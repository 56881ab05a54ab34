// Reads the data of a chart as a table: one row per category, one column per series.

import type { Block } from "../blocks.ts";
import {
  attribute,
  descendant,
  firstChild,
  outermostDescendants,
  textOf,
  type XmlNode,
} from "./office-xml.ts";

/** Maximum number of points in a table; a chart with more is a curve. */
const maxPoints = 200;

/** The cached values of a range, by index. */
function pointsOf(node: XmlNode): ReadonlyMap<string, string> {
  return new Map(
    outermostDescendants(node, "pt").map(point => [
      attribute(point, "idx") ?? "",
      textOf(descendant(point, "v")),
    ]),
  );
}

const roundFigure = (text: string): string =>
  /^-?\d+\.\d{7,}$/.test(text) ? String(Number(Number(text).toPrecision(12))) : text;

/** The chart's title and table; no table if it has no cached values. */
export function chartBlocks(root: XmlNode): Block[] {
  const title = outermostDescendants(descendant(root, "chart", "title"), "t")
    .map(textOf)
    .join("")
    .trim();
  const series = outermostDescendants(descendant(root, "chart", "plotArea"), "ser").map(node => ({
    name: [...pointsOf(descendant(node, "tx")).values()].join(" "),
    categories: pointsOf(firstChild(node, "cat", "xVal")),
    values: pointsOf(firstChild(node, "val", "yVal")),
  }));
  const categories = new Map(series.flatMap(({ categories }) => [...categories]));
  const indexes = [...new Set(series.flatMap(({ values }) => [...values.keys()]))].slice(
    0,
    maxPoints,
  );
  const rows = indexes.map(index => [
    categories.get(index) ?? "",
    ...series.map(({ values }) => roundFigure(values.get(index) ?? "")),
  ]);
  const heading: Block[] = title === "" ? [] : [{ kind: "paragraph", text: title }];
  return rows.length === 0
    ? heading
    : [...heading, { kind: "table", header: ["", ...series.map(({ name }) => name)], rows }];
}
