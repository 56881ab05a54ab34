// Checks whether a text gives one of two answers and not the other, as far as code can prove it.

import { contentWords } from "./content-words.ts";
import { fold } from "./fold.ts";
import { impliesValue } from "./implied-value.ts";
import { findValues, type Value } from "./values.ts";

type Language = "zh" | "en";

export interface RivalAnswers {
  /** The answer that the text should give. */
  readonly expectedAnswer: string;
  readonly rivalAnswer: string;
  /** The question's content does not distinguish the answers: both may repeat it. */
  readonly question: string;
  readonly language: Language;
  /** Whether the answers are lists: every element counts, but their number need not be stated. */
  readonly isList: boolean;
}

/** Values (numbers, dates, amounts, durations) of a text, and its other content words. */
interface Features {
  readonly values: readonly Value[];
  readonly words: readonly string[];
}

interface ParsedText extends Features {
  readonly hasValue: (value: Value) => boolean;
  readonly hasWord: (word: string) => boolean;
}

/** Whether a Chinese word consists of other words in the list, which may also occur separately: 驳回了上诉. */
const isCompound = (word: string, words: readonly string[]): boolean =>
  words
    .filter(other => other !== word && word.includes(other))
    .reduce((rest, other) => rest.replace(other, ""), word) === "";

function parseText(text: string, language: Language): ParsedText {
  const values = findValues(text);
  const remainder = values.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  );
  const words = new Set(contentWords(remainder, language));
  const folded = fold(text);
  return {
    values,
    words: [...words].filter(word => !isCompound(word, [...words])),
    hasValue: value => values.some(found => impliesValue(found, value)),
    // Chinese segmentation depends on the context.
    hasWord: word => words.has(word) || (/\p{Script=Han}/u.test(word) && folded.includes(word)),
  };
}

const removeShared = ({ values, words }: Features, ...others: readonly ParsedText[]): Features => ({
  values: values.filter(value => !others.some(({ hasValue }) => hasValue(value))),
  words: words.filter(word => !others.some(({ hasWord }) => hasWord(word))),
});

const isEmpty = ({ values, words }: Features): boolean => values.length + words.length === 0;

const kindsOf = (values: readonly Value[]): ReadonlySet<string> =>
  new Set(values.map(({ kind }) => kind));

const valuesOfKinds = (values: readonly Value[], kinds: ReadonlySet<string>): readonly Value[] =>
  values.filter(({ kind }) => kinds.has(kind));

/** Features that a text must have to give the answer, and features that it must not have. */
interface Sign {
  readonly requiredFeatures: Features;
  readonly excludedFeatures: Features;
}

/** Signs based on values of kinds that both answers have; none if they share no kind. */
function signsByValue(features: Features, rivalFeatures: Features, rivalOnly: Features): Sign[] {
  const values = valuesOfKinds(features.values, kindsOf(rivalFeatures.values));
  if (values.length === 0) return [];
  const rivalValues = valuesOfKinds(rivalOnly.values, kindsOf(values));
  return [
    {
      requiredFeatures: { values, words: [] },
      excludedFeatures: rivalValues.length > 0 ? { values: rivalValues, words: [] } : rivalOnly,
    },
  ];
}

/** Signs of the first answer, any of which is enough; null if code cannot distinguish the answers. */
function readSigns({
  expectedAnswer,
  rivalAnswer,
  question,
  language,
  isList,
}: RivalAnswers): Sign[] | null {
  const [answer, rival, questionText] = [expectedAnswer, rivalAnswer, question].map(text =>
    parseText(text, language),
  ) as [ParsedText, ParsedText, ParsedText];
  const answerOnly = removeShared(answer, rival, questionText);
  const rivalOnly = removeShared(rival, answer, questionText);
  if (isEmpty(answerOnly) && isEmpty(rivalOnly)) return null;
  // An answer that is part of the other, or a list, may have no features of its own: everything in it counts.
  const features = isEmpty(answerOnly) || isList ? removeShared(answer, questionText) : answerOnly;
  if (isEmpty(features)) return null;
  const signs = signsByValue(features, removeShared(rival, questionText), rivalOnly);
  if (isList)
    signs.push({
      requiredFeatures: { values: [], words: features.words },
      excludedFeatures: rivalOnly,
    });
  // Lists share most elements: if `excludedFeatures` is empty, some of `requiredFeatures` must be in this answer alone.
  const isDecisive = ({ requiredFeatures, excludedFeatures }: Sign) =>
    !isEmpty(requiredFeatures) &&
    (!isEmpty(excludedFeatures) || !isEmpty(removeShared(requiredFeatures, rival)));
  const decisiveSigns = signs.filter(isDecisive);
  return decisiveSigns.length > 0
    ? decisiveSigns
    : [{ requiredFeatures: features, excludedFeatures: rivalOnly }];
}

/**
 * Creates a test of whether a text gives `expectedAnswer` rather than `rivalAnswer`: it has everything that only the
 * former says, and nothing that only the latter says. Values of a kind (number, date, amount) that both answers have
 * decide: other details, such as the date of an order and its reasons, may be missing. If they share no kind, all
 * values and words count; for lists, the elements without their number are enough. Null if code cannot distinguish
 * the answers.
 */
export function createRivalTest(rivals: RivalAnswers): ((text: string) => boolean) | null {
  const signs = readSigns(rivals);
  if (signs === null) return null;
  return text => {
    const { hasValue, hasWord } = parseText(text, rivals.language);
    return signs.some(
      ({ requiredFeatures, excludedFeatures }) =>
        requiredFeatures.values.every(hasValue) &&
        requiredFeatures.words.every(hasWord) &&
        !excludedFeatures.values.some(hasValue) &&
        !excludedFeatures.words.some(hasWord),
    );
  };
}
