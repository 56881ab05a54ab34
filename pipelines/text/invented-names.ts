// Makes up names of people, organizations and places from a language's word lists.

import type { NameKind, Names } from "../../schemas/rageval/names.ts";
import { drawPart } from "./draw-parts.ts";
import { type Draw, pick } from "./random.ts";

export interface NameRequest {
  readonly type: NameKind["type"];
  /** A leaf's label, then its path: their words show whether it names a hospital or a law firm; the first match counts. */
  readonly descriptions: readonly string[];
  readonly sex?: "male" | "female" | undefined;
}

/** What was drawn for one document so far; drawing a name may add to both collections. */
export interface DrawnNames {
  readonly draw: Draw;
  readonly takenNames: Set<string>;
  /** The parts that all names of the document have in common (a city), by the part's name. */
  readonly shared: Map<string, string>;
}

const isLatin = (hint: string) => /^[a-z ]+$/i.test(hint);

// Latin hints match whole words only ("court" is not in "courtesy"), Chinese ones anywhere.
function isHinted(description: string, hint: string): boolean {
  const index = description.indexOf(hint.toLowerCase());
  if (index < 0 || !isLatin(hint)) return index >= 0;
  return ` ${description.replace(/[^a-z]+/g, " ")} `.includes(` ${hint.toLowerCase()} `);
}

function kindFor(
  names: Names,
  { type, descriptions, sex }: NameRequest,
  draw: Draw,
): NameKind | undefined {
  const ofType = names.kinds.filter(kind => kind.type === type);
  if (sex !== undefined)
    return ofType.find(({ kind }) => kind === (sex === "male" ? "man" : "woman")) ?? ofType[0];
  const hintedKind = descriptions.flatMap(
    words =>
      ofType.find(({ hints }) => hints.some(hint => isHinted(words.toLowerCase(), hint))) ?? [],
  )[0];
  if (hintedKind !== undefined) return hintedKind;
  const unhintedKinds =
    type === "person" ? ofType : ofType.filter(({ hints }) => hints.length === 0);
  return unhintedKinds.length > 0 ? pick(draw, unhintedKinds) : ofType[0];
}

// Parts may contain parts; the limit of three levels is more than any list needs, and ends a cycle.
function expand(pattern: string, names: Names, drawnNames: DrawnNames, level = 0): string {
  return pattern.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const sharedText = drawnNames.shared.get(name);
    if (sharedText !== undefined) return sharedText;
    const randomPart = drawPart(name, drawnNames.draw);
    if (randomPart !== undefined) return randomPart;
    const part = pick(drawnNames.draw, names.parts[name] ?? [""]);
    const text = level < 3 ? expand(part, names, drawnNames, level + 1) : part;
    if (names.shared.includes(name)) drawnNames.shared.set(name, text);
    return text;
  });
}

// Two people with the same surname in one document seem related, and are easily confused.
const hasKnownSurname = (name: string, takenNames: ReadonlySet<string>): boolean =>
  [...takenNames].some(other =>
    /^[a-z]/i.test(name)
      ? other.split(" ").at(-1) === name.split(" ").at(-1)
      : other.length <= 4 && other[0] === name[0],
  );

/** A name of the requested kind that is new to the document; after 20 attempts, a repetition is accepted (cities may run out). */
export function inventName(names: Names, request: NameRequest, drawnNames: DrawnNames): string {
  const kind = kindFor(names, request, drawnNames.draw);
  const patterns = kind?.patterns ?? [""];
  let name = "";
  for (let attempt = 0; attempt < 20; attempt++) {
    name = expand(pick(drawnNames.draw, patterns), names, drawnNames);
    if (
      !drawnNames.takenNames.has(name) &&
      !(request.type === "person" && hasKnownSurname(name, drawnNames.takenNames))
    )
      break;
  }
  drawnNames.takenNames.add(name);
  return name;
}
