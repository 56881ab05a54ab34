// Finds in code which texts mention one another's names.

/** Maximum number of characters of a text that are searched for names. */
const maxSearchedForNames = 20_000;
/** Minimum length of a name; shorter ones are ordinary words that occur anywhere. */
const minLength = { han: 2, other: 4 };

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{Script=Latin}\p{N}]/u.test(character);

const isLongEnough = (name: string): boolean =>
  name.length >= (/\p{Script=Han}/u.test(name) ? minLength.han : minLength.other);

/** The names (lower-cased) that each text contains as whole words, including its own; each text is scanned once. */
export function namesMentioned(
  rows: readonly { readonly name: string; readonly text: string }[],
): Set<string>[] {
  const namesByBeginning = new Map<string, string[]>();
  for (const name of new Set(rows.map(row => row.name.trim().toLowerCase()).filter(isLongEnough)))
    namesByBeginning.set(name.slice(0, 2), [
      ...(namesByBeginning.get(name.slice(0, 2)) ?? []),
      name,
    ]);
  return rows.map(row => {
    const text = row.text.slice(0, maxSearchedForNames).toLowerCase();
    const foundNames = new Set([row.name.trim().toLowerCase()]);
    for (let index = 0; index < text.length - 1; index++)
      for (const name of namesByBeginning.get(text.slice(index, index + 2)) ?? [])
        if (
          !foundNames.has(name) &&
          text.startsWith(name, index) &&
          isWholeWord(text, index, index + name.length)
        )
          foundNames.add(name);
    return foundNames;
  });
}

const isWholeWord = (text: string, start: number, end: number): boolean =>
  !(isWordCharacter(text[start]) && isWordCharacter(text[start - 1])) &&
  !(isWordCharacter(text[end - 1]) && isWordCharacter(text[end]));
