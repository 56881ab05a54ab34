// Checks whether a text gives one of two answers and not the other, as far as code can prove it.

import { contentWords } from "./content-words.ts";
import { fold } from "./fold.ts";
import { says } from "./same-value.ts";
import { findValues, type Value } from "./values.ts";

type Language = "zh" | "en";

export interface RivalAnswers {
  /** The answer that the text should give. */
  readonly one: string;
  readonly other: string;
  /** Its content does not distinguish the answers: both may repeat it. */
  readonly question: string;
  readonly language: Language;
  /** Whether the answers are lists: every element counts, their number need not be stated. */
  readonly isList: boolean;
}

/** Values (numbers, dates, amounts, durations) and the other content words. */
interface Marks {
  readonly values: readonly Value[];
  readonly words: readonly string[];
}

interface ReadText extends Marks {
  readonly hasValue: (value: Value) => boolean;
  readonly hasWord: (word: string) => boolean;
}

/** Whether a Chinese word consists of other words in the list, which may also occur separately: 驳回了上诉. */
const isMadeOfOthers = (word: string, words: readonly string[]): boolean =>
  words
    .filter(other => other !== word && word.includes(other))
    .reduce((rest, other) => rest.replace(other, ""), word) === "";

function readText(text: string, language: Language): ReadText {
  const values = findValues(text);
  const withoutValues = values.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  );
  const words = new Set(contentWords(withoutValues, language));
  const folded = fold(text);
  return {
    values,
    words: [...words].filter(word => !isMadeOfOthers(word, [...words])),
    hasValue: sought => values.some(standing => says(standing, sought)),
    // Chinese segmentation depends on the context.
    hasWord: word => words.has(word) || (/\p{Script=Han}/u.test(word) && folded.includes(word)),
  };
}

const without = ({ values, words }: Marks, ...others: readonly ReadText[]): Marks => ({
  values: values.filter(value => !others.some(({ hasValue }) => hasValue(value))),
  words: words.filter(word => !others.some(({ hasWord }) => hasWord(word))),
});

const isEmpty = ({ values, words }: Marks): boolean => values.length + words.length === 0;

const kindsOf = (values: readonly Value[]): ReadonlySet<string> =>
  new Set(values.map(({ kind }) => kind));

/** The values of these kinds. */
const ofKinds = (values: readonly Value[], kinds: ReadonlySet<string>): readonly Value[] =>
  values.filter(({ kind }) => kinds.has(kind));

/** Marks that a text with the answer must all have, and marks of which it must have none. */
interface Sign {
  readonly wanted: Marks;
  readonly unwanted: Marks;
}

/** Signs by values of the kinds that both answers have; none if they share no kind. */
function signByValues(marks: Marks, rivalMarks: Marks, onlyRival: Marks): Sign[] {
  const rival = ofKinds(marks.values, kindsOf(rivalMarks.values));
  if (rival.length === 0) return [];
  const values = ofKinds(onlyRival.values, kindsOf(rival));
  return [
    {
      wanted: { values: rival, words: [] },
      unwanted: values.length > 0 ? { values, words: [] } : onlyRival,
    },
  ];
}

/** Signs of the first answer, any of which is enough; null if code cannot distinguish the answers. */
function readSigns({ one, other, question, language, isList }: RivalAnswers): Sign[] | null {
  const [right, rival, asked] = [one, other, question].map(text => readText(text, language)) as [
    ReadText,
    ReadText,
    ReadText,
  ];
  const onlyRight = without(right, rival, asked);
  const onlyRival = without(rival, right, asked);
  if (isEmpty(onlyRight) && isEmpty(onlyRival)) return null;
  // An answer that is part of the other, or a list, may have no marks of its own: everything in it counts.
  const marks = isEmpty(onlyRight) || isList ? without(right, asked) : onlyRight;
  if (isEmpty(marks)) return null;
  const signs = signByValues(marks, without(rival, asked), onlyRival);
  if (isList) signs.push({ wanted: { values: [], words: marks.words }, unwanted: onlyRival });
  // Lists share most elements: if nothing is unwanted, something wanted must be only in this answer.
  const isDecisive = ({ wanted, unwanted }: Sign) =>
    !isEmpty(wanted) && (!isEmpty(unwanted) || !isEmpty(without(wanted, rival)));
  const decisive = signs.filter(isDecisive);
  return decisive.length > 0 ? decisive : [{ wanted: marks, unwanted: onlyRival }];
}

/**
 * Makes a test of whether a text gives `one` rather than `other`: it has everything that only `one` says, and nothing
 * that only `other` says. Values of a kind (number, date, amount) that both answers have decide: other details, such as
 * the date of an order and its reasons, may be missing. If they share no kind, all values and words count; for lists,
 * the elements without their number are enough. Null if code cannot distinguish the answers.
 */
export function readRivalAnswers(rivals: RivalAnswers): ((text: string) => boolean) | null {
  const signs = readSigns(rivals);
  if (signs === null) return null;
  return text => {
    const { hasValue, hasWord } = readText(text, rivals.language);
    return signs.some(
      ({ wanted, unwanted }) =>
        wanted.values.every(hasValue) &&
        wanted.words.every(hasWord) &&
        !unwanted.values.some(hasValue) &&
        !unwanted.words.some(hasWord),
    );
  };
}
