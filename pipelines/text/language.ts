// Tells Chinese from English by the share of Han characters among the letters.

/** Minimum share of Han characters among the letters of a Chinese text, which may contain many Latin names. */
const minHanShare = 0.15;

/** The language of a text; English if it has no letters. */
export function languageOf(text: string): "zh" | "en" {
  const hanCount = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (hanCount === 0) return "en";
  const latinCount = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return hanCount >= minHanShare * (hanCount + latinCount) ? "zh" : "en";
}
