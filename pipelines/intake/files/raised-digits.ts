// Exponents, notes' marks and the digits of formulas as raised and lowered characters: written flat, 10<sup>9</sup> would be read as 109.

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

/** A number, or several with commas, in these characters; any other text as it is. */
const inSigns = (text: string, signs: Readonly<Record<string, string>>): string =>
  /^[\d+\-−–n(][\d+\-−–n(), ]{0,7}$/i.test(text)
    ? [...text.toLowerCase()].map(sign => signs[sign] ?? sign).join("")
    : text;

/** A power keeps a sign of its own where it cannot be raised ("10^2.5"); letters ("5th") are written flat. */
export function raise(text: string): string {
  const said = text.trim();
  const up = inSigns(said, raised);
  return up === said && /^[\d+\-−–][\d.+\-−–/]*$/.test(said) ? `^${said}` : up;
}

export const lower = (text: string): string => inSigns(text.trim(), lowered);

/** HTML with what it raises and lowers in such characters, a link too. */
export const raiseDigits = (html: string): string =>
  html.replace(
    /<(su[pb])\b[^<>]*>\s*(?:<a\b[^<>]*>\s*)?([^<>\s](?:[^<>]{0,7}[^<>\s])?)\s*(?:<\/a>\s*)?<\/\1>/gi,
    (whole, name: string, text: string) => {
      const made = name.toLowerCase() === "sup" ? raise(text) : lower(text);
      return made === text ? whole : made;
    },
  );
