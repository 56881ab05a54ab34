// Writes exponents, note marks and the digits of formulas as superscript and subscript characters: without them, 10<sup>9</sup> would become 109.

const superscripts: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((character, digit) => [String(digit), character])),
  "+": "⁺",
  "-": "⁻",
  "−": "⁻",
  "–": "⁻",
  n: "ⁿ",
  "(": "⁽",
  ")": "⁾",
};
const subscripts: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."₀₁₂₃₄₅₆₇₈₉"].map((character, digit) => [String(digit), character])),
  "+": "₊",
  "-": "₋",
  "−": "₋",
  "–": "₋",
  "(": "₍",
  ")": "₎",
};

/** A number, or several with commas, in these replacement characters; any other text unchanged. */
const replaceCharacters = (text: string, replacements: Readonly<Record<string, string>>): string =>
  /^[\d+\-−–n(][\d+\-−–n(), ]{0,7}$/i.test(text)
    ? [...text.toLowerCase()].map(character => replacements[character] ?? character).join("")
    : text;

/** Text as superscript; a power that has no such characters gets a caret ("10^2.5"); letters ("5th") stay plain. */
export function toSuperscript(text: string): string {
  const trimmed = text.trim();
  const superscript = replaceCharacters(trimmed, superscripts);
  return superscript === trimmed && /^[\d+\-−–][\d.+\-−–/]*$/.test(trimmed)
    ? `^${trimmed}`
    : superscript;
}

/** Text as subscript; anything but numbers stays plain. */
export const toSubscript = (text: string): string => replaceCharacters(text.trim(), subscripts);

/** HTML with superscript and subscript elements, linked or not, replaced by such characters. */
export const replaceSuperAndSubscripts = (html: string): string =>
  html.replace(
    /<(su[pb])\b[^<>]*>\s*(?:<a\b[^<>]*>\s*)?([^<>\s](?:[^<>]{0,7}[^<>\s])?)\s*(?:<\/a>\s*)?<\/\1>/gi,
    (element, name: string, text: string) => {
      const replacement = name.toLowerCase() === "sup" ? toSuperscript(text) : toSubscript(text);
      return replacement === text ? element : replacement;
    },
  );
