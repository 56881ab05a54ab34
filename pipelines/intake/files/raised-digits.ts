// Writes exponents, note marks and the digits of formulas as superscript and subscript characters: as plain text, 10<sup>9</sup> would become 109.

const raised: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((sign, digit) => [String(digit), sign])),
  "+": "⁺",
  "-": "⁻",
  "−": "⁻",
  "–": "⁻",
  n: "ⁿ",
  "(": "⁽",
  ")": "⁾",
};
const lowered: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."₀₁₂₃₄₅₆₇₈₉"].map((sign, digit) => [String(digit), sign])),
  "+": "₊",
  "-": "₋",
  "−": "₋",
  "–": "₋",
  "(": "₍",
  ")": "₎",
};

/** A number, or several with commas, in these characters; any other text unchanged. */
const inSigns = (text: string, signs: Readonly<Record<string, string>>): string =>
  /^[\d+\-−–n(][\d+\-−–n(), ]{0,7}$/i.test(text)
    ? [...text.toLowerCase()].map(sign => signs[sign] ?? sign).join("")
    : text;

/** Text as superscript; a power that has no such characters gets a caret ("10^2.5"), letters ("5th") stay plain. */
export function raise(text: string): string {
  const trimmed = text.trim();
  const up = inSigns(trimmed, raised);
  return up === trimmed && /^[\d+\-−–][\d.+\-−–/]*$/.test(trimmed) ? `^${trimmed}` : up;
}

export const lower = (text: string): string => inSigns(text.trim(), lowered);

/** HTML with superscript and subscript elements, linked or not, replaced by such characters. */
export const raiseDigits = (html: string): string =>
  html.replace(
    /<(su[pb])\b[^<>]*>\s*(?:<a\b[^<>]*>\s*)?([^<>\s](?:[^<>]{0,7}[^<>\s])?)\s*(?:<\/a>\s*)?<\/\1>/gi,
    (whole, name: string, text: string) => {
      const replaced = name.toLowerCase() === "sup" ? raise(text) : lower(text);
      return replaced === text ? whole : replaced;
    },
  );
