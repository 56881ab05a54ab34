// Tells Chinese from English by the share of Han characters among the letters.

/** Below this share of Han characters among all letters a text is read as English: a Chinese text may name many things in Latin. */
const HAN_SHARE = 0.15;

/** The language of a text; one without any letter counts as English. */
export function languageOf(text: string): "zh" | "en" {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han === 0) return "en";
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return han >= HAN_SHARE * (han + latin) ? "zh" : "en";
}
