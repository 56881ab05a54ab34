// A labelled value as it stands within a sentence: without a line's capital and without full stops of its own.

// Names of peoples, months and days keep their capital: "Caucasian", "January rainfall".
const KEEPS_CAPITAL =
  /^(?:[A-Z][a-z]+(?:ian|ean|ese|ish|can|asian|ia|ani)|(?:Jan|Febr)uary|March|April|May|June|July|August|(?:Sept|Nov|Dec)ember|October|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|I|Dr|Mr|Mrs|Ms|Prof|St)$/;
// Single words that lines of a form are filled in with.
const FORM_WORDS =
  /^(?:Male|Female|Married|Single|Widowed|Divorced|Self|Mother|Father|Spouse|Normal|Abnormal|Mild|Moderate|Severe|Positive|Negative|Healthy|Good|Fair|Poor|Retired|Student|Teacher|Farmer|Worker|Engineer|Unemployed|Improved|Cured|Recovered|Stable|Dry|Moist|Regular|Irregular)$/;

/** "Normal, no lesions" → "normal, no lesions"; "Project Green Harvest", "Hepatitis A" and "WBC 15" stay as they are. */
export function lowerInSentence(value: string): string {
  const [first = "", ...rest] = value.split(/\s+/);
  const word = first.replace(/[,;:.]+$/, "");
  if (!/^[A-Z][a-z]+(?:-[a-z]+)*$|^[AI]$/.test(word) || KEEPS_CAPITAL.test(word)) return value;
  const followed = /^[A-Z0-9“"'‘]/.test(rest[0] ?? "") && word === first;
  const plain = rest.length === 0 ? FORM_WORDS.test(word) : !followed;
  return plain ? value.slice(0, 1).toLowerCase() + value.slice(1) : value;
}

const ABBREVIATED =
  /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|Inc|Ltd|Co|Corp|vs|approx|e\.g|i\.e)|\b[A-Z]|^\d{1,2}|\s\d{1,2})$/;

/** Several sentences, or a numbered list, as one clause: a stop within a value would part a claim from its subject. */
export function asOneClause(value: string, language: "zh" | "en"): string {
  if (language === "zh") return unnumbered(value.replace(/[。；;]\s*(?=\S)/g, "，"), "，");
  return unnumbered(value.replace(/;\s+(?=\S)/g, ", "), ", ")
    .split(/(?<=\.)\s+(?=[A-Z])/)
    .reduce((text, part) => {
      if (text === "") return part;
      return ABBREVIATED.test(text.replace(/[.;]$/, ""))
        ? `${text} ${part}`
        : `${text.replace(/[.;]$/, "")}, ${lowerInSentence(part)}`;
    }, "");
}

/** "1. Rest, 2. Fluids" → "Rest, Fluids": the numbers belong to the list's lines. */
const unnumbered = (value: string, comma: string): string =>
  /^1[.、．)]\s*\D/.test(value)
    ? value.replace(/(^|[，,.]\s*)\d{1,2}[.、．)]\s*(?=\D)/g, (_, before: string) =>
        before === "" ? "" : comma,
      )
    : value;

// What a line of a form says of its label without being one of such things: "Allergies: no known allergies", "Skin: pale, dry".
const SAYS_OF =
  /^(?:no|not|none|never|non[- ]?\w*|nil|up[- ]to[- ]date|allergic|able|unable|aware|alert|soft|supple|pale|clear|normal|abnormal|generally|otherwise|mildly|well|good|poor|stable|healthy|improved|intact|planned|pending|menopausal?|underwent|visited|administered|consulted|reviewed|received|recorded|regular|currently|occasional(?:ly)?)\b/i;

/** What is written up in words of its own, whatever they are. */
const WRITTEN =
  /(?:records?|orders|reports?|consent|summary|examination|examination finding|chart|notes?|history|habits|condition)$/i;

/** Whether a value is better quoted after "was recorded as" than said to be what its label names. */
export const isQuotedEn = (value: string, label: string): boolean =>
  value.split(/\s+/).length > 1 &&
  (SAYS_OF.test(value) || /[,:]\s/.test(value) || WRITTEN.test(label));
