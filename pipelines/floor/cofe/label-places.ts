// Label lines that can be asked for: each in a block of its kind, with its whole value on the line.

import type { StatedLine } from "../../text/stated-lines.ts";
import { canName, isWhole } from "./stated-value.ts";
import type { AskedPlace, Source } from "./asked-place.ts";

const isLabelled = (line: StatedLine | undefined): boolean => line?.kind === "labelled";
/** What follows a whole line: of anything else it might be the first part. */
const closes = (line: StatedLine | undefined): boolean =>
  line?.kind === "labelled" || line?.kind === "heading" || line?.kind === "opening";
const CLAUSE = /\b(?:is|are|was|were|has|have|had|that|which|because|they|we|you|said|says)\b/i;
/** Says nothing without a heading above it. */
const GENERIC =
  /^(?:full )?(?:name|date|time|value|amount|content|description|details?|item|title|event|result)$|^(?:姓名|名称|日期|时间|数值|金额|内容|描述|项目|事项|结果|名字)$/i;
/** "EY: EY redefines …" is a name before its headline. */
const repeats = (value: string, label: string): boolean =>
  value.toLowerCase().includes(label.toLowerCase().split(" ")[0] ?? label);

/** A line among other label lines, followed by one or by a heading, whose label no other line of its block has. */
export function labelPlaces(
  lines: readonly StatedLine[],
  { title, language }: Source,
): AskedPlace[] {
  return lines.flatMap((line, at) => {
    const [cell] = line.cells;
    const [before, after] = [lines[at - 1], lines[at + 1]];
    if (
      !isLabelled(line) ||
      cell === undefined ||
      !closes(after) ||
      !(isLabelled(before) || isLabelled(after))
    )
      return [];
    const { header: label, value } = cell;
    if (
      !canName(label, language) ||
      CLAUSE.test(label) ||
      /[\d.]$/.test(label) ||
      !isWhole(value.replace(/[.。]$/, ""), language)
    )
      return [];
    const under = line.under !== null && canName(line.under, language) ? line.under : null;
    if (repeats(value, label) || (under === null && GENERIC.test(label))) return [];
    return [
      {
        place: { kind: "label", title, under, label },
        answer: value,
        sentences: [line.number],
        terms: [value],
      },
    ];
  });
}
