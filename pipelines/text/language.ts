// Tells Chinese from English by the share of Han characters among the letters.

/** A text with a smaller share of Han characters among its letters counts as English: Chinese texts may contain many Latin names. */
const HAN_SHARE = 0.15;

/** The language of a text; without any letters, English. */
export function languageOf(text: string): "zh" | "en" {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han === 0) return "en";
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return han >= HAN_SHARE * (han + latin) ? "zh" : "en";
}
