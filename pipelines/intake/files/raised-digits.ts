// Exponents and notes' marks as raised characters: written flat, 10<sup>9</sup> would be read as 109.

const others: Readonly<Record<string, string>> = { "+": "⁺", "-": "⁻", "−": "⁻", "–": "⁻", n: "ⁿ" };
const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number of a few digits in raised characters; any other text as it is. */
export const raise = (text: string): string =>
  /^[\d+\-−–n]{1,4}$/i.test(text)
    ? [...text.toLowerCase()].map(sign => others[sign] ?? digits[Number(sign)] ?? sign).join("")
    : text;

/** HTML with what it raises in raised characters, a link too. */
export const raiseDigits = (html: string): string =>
  html.replace(
    /<sup\b[^>]*>\s*(?:<a\b[^>]*>)?\s*([^<>\s]{1,4})\s*(?:<\/a>)?\s*<\/sup>/gi,
    (whole, text: string) => {
      const raised = raise(text);
      return raised === text ? whole : raised;
    },
  );
