// Escapes texts for the XML inside an XLSX: a character that XML cannot hold becomes `_x0001_`, as in Excel, and can be restored.

// Characters that XML 1.0 forbids or discourages and the writer would drop; a carriage return, which XML readers turn into a newline; lone surrogates.
const forbiddenCharacters =
  /[\0-\x08\x0B-\x1F\x7F-\x84\x86-\x9F\uFFFD\p{Noncharacter_Code_Point}\p{Cs}]/gu;
/** An underscore of the text itself that a reader would mistake for the start of an escape. */
const ambiguousUnderscore = /_(?=x[0-9A-Fa-f]{4})/g;

const escapeUnits = (units: string): string =>
  units.replace(
    /[^]/g,
    unit => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );

/** Escapes a text as an ST_Xstring of ECMA-376 part 1, 22.9.2.19. */
export function escapeXlsxText(text: string): string {
  const escaped = text
    .replace(ambiguousUnderscore, "_x005F_")
    .replace(forbiddenCharacters, escapeUnits);
  // The writer looks texts up in a plain object, whose inherited `constructor` it would mistake for a text already written.
  return escaped in {} ? escapeUnits(escaped.charAt(0)) + escaped.slice(1) : escaped;
}
