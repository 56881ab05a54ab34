// Whether a text says what one of two answers says and the other does not, as far as code can prove it.

import { contentWords } from "./content-words.ts";
import { fold } from "./fold.ts";
import { says } from "./same-value.ts";
import { findValues, type Value } from "./values.ts";

type Language = "zh" | "en";

export interface RivalAnswers {
  /** The answer that the text is held to. */
  readonly one: string;
  readonly other: string;
  /** What it says tells nothing apart: both answers may repeat it. */
  readonly question: string;
  readonly language: Language;
  /** Whether the answers are lists: each element counts, whether its number is told or not. */
  readonly isList: boolean;
}

/** Values (numbers, dates, amounts, durations), and the words beside them that carry meaning. */
interface Marks {
  readonly values: readonly Value[];
  readonly words: readonly string[];
}

interface ReadText extends Marks {
  readonly hasValue: (value: Value) => boolean;
  readonly hasWord: (word: string) => boolean;
}

/** Chinese is cut into long words and the words within them; these may stand apart: 驳回了上诉. */
const isMadeOfOthers = (word: string, words: readonly string[]): boolean =>
  words
    .filter(other => other !== word && word.includes(other))
    .reduce((rest, other) => rest.replace(other, ""), word) === "";

function readText(text: string, language: Language): ReadText {
  const values = findValues(text, language);
  const beside = values.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  );
  const words = new Set(contentWords(beside, language));
  const folded = fold(text);
  return {
    values,
    words: [...words].filter(word => !isMadeOfOthers(word, [...words])),
    hasValue: sought => values.some(standing => says(standing, sought)),
    // How Chinese is cut into words depends on what stands around them.
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

/** Of values those of a kind that is among these. */
const ofKinds = (values: readonly Value[], kinds: ReadonlySet<string>): readonly Value[] =>
  values.filter(({ kind }) => kinds.has(kind));

/** What all stands in a text that says the answer, and of what nothing does. */
interface Sign {
  readonly wanted: Marks;
  readonly unwanted: Marks;
}

/** By values of the kinds that both answers have; none where they have no such kind. */
function signByValues(said: Marks, theirs: Marks, theirOwn: Marks): Sign[] {
  const rival = ofKinds(said.values, kindsOf(theirs.values));
  if (rival.length === 0) return [];
  const values = ofKinds(theirOwn.values, kindsOf(rival));
  return [
    {
      wanted: { values: rival, words: [] },
      unwanted: values.length > 0 ? { values, words: [] } : theirOwn,
    },
  ];
}

/** Any of the signs is enough; null where code cannot tell the answers apart. */
function readSigns({ one, other, question, language, isList }: RivalAnswers): Sign[] | null {
  const [mine, theirs, asked] = [one, other, question].map(text => readText(text, language)) as [
    ReadText,
    ReadText,
    ReadText,
  ];
  const own = without(mine, theirs, asked);
  const theirOwn = without(theirs, mine, asked);
  if (isEmpty(own) && isEmpty(theirOwn)) return null;
  // A part of the other, or a list of which a part is missing, has nothing of its own: all that it says counts.
  const said = isEmpty(own) || isList ? without(mine, asked) : own;
  if (isEmpty(said)) return null;
  const signs = signByValues(said, without(theirs, asked), theirOwn);
  if (isList) signs.push({ wanted: { values: [], words: said.words }, unwanted: theirOwn });
  // Of a list both answers say most: where nothing is unwanted, something wanted must be of this one alone.
  const tells = ({ wanted, unwanted }: Sign) =>
    !isEmpty(wanted) && (!isEmpty(unwanted) || !isEmpty(without(wanted, theirs)));
  const telling = signs.filter(tells);
  return telling.length > 0 ? telling : [{ wanted: said, unwanted: theirOwn }];
}

/**
 * Makes what tells whether a text says `one` rather than `other`: all that only `one` says stands in it, and nothing that
 * only `other` says. Values decide, of a kind (number, date, amount) that both answers have: the day of an order and its
 * reasons may go untold. Where they share no kind, all values and words do; of lists the elements are enough without
 * their number. Null where code cannot tell the answers apart.
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
