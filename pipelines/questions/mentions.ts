// Finds which documents mention another by name.

/** The most characters of a text that are searched. */
const maxText = 20_000;
/** Shorter names are ordinary words that occur anywhere. */
const minLength = { han: 2, other: 4 };

const isWordSign = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{Script=Latin}\p{N}]/u.test(sign);

const isLongEnough = (name: string): boolean =>
  name.length >= (/\p{Script=Han}/u.test(name) ? minLength.han : minLength.other);

/** The names (lower-cased) that each text has as whole words, including its own; each text is scanned once. */
export function namesMentioned(
  rows: readonly { readonly name: string; readonly text: string }[],
): Set<string>[] {
  const byBeginning = new Map<string, string[]>();
  for (const name of new Set(rows.map(row => row.name.trim().toLowerCase()).filter(isLongEnough)))
    byBeginning.set(name.slice(0, 2), [...(byBeginning.get(name.slice(0, 2)) ?? []), name]);
  return rows.map(row => {
    const text = row.text.slice(0, maxText).toLowerCase();
    const found = new Set([row.name.trim().toLowerCase()]);
    for (let at = 0; at < text.length - 1; at++)
      for (const name of byBeginning.get(text.slice(at, at + 2)) ?? [])
        if (!found.has(name) && text.startsWith(name, at) && isWhole(text, at, at + name.length))
          found.add(name);
    return found;
  });
}

const isWhole = (text: string, start: number, end: number): boolean =>
  !(isWordSign(text[start]) && isWordSign(text[start - 1])) &&
  !(isWordSign(text[end - 1]) && isWordSign(text[end]));
