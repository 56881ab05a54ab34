// Stores token lists as numbers: a vocabulary with each word once, and each text as the numbers of its words.

/** Texts as lists of word numbers, all in one array: those of text i are `wordNumbers[ends[i - 1]]` to `wordNumbers[ends[i] - 1]`. */
export interface WordLists {
  /** The words; a word number is an index into them. */
  readonly vocabulary: readonly string[];
  readonly wordNumbers: Uint32Array<ArrayBuffer>;
  /** Where each text's word numbers end, exclusive. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

/** Converts token lists, one per text, to numbers. Words are numbered in order of first occurrence. */
export function toWordLists(texts: Iterable<readonly string[]>): WordLists {
  const vocabulary = new Map<string, number>();
  const wordNumbers = createGrowingArray();
  const ends: number[] = [];
  for (const tokens of texts) {
    for (const token of tokens) wordNumbers.push(numberOf(token, vocabulary));
    ends.push(wordNumbers.length());
  }
  return {
    vocabulary: [...vocabulary.keys()],
    wordNumbers: wordNumbers.toArray(),
    ends: Uint32Array.from(ends),
  };
}

/** Concatenates lists and merges their vocabularies. */
export function joinWordLists(parts: readonly WordLists[]): WordLists {
  const vocabulary = new Map<string, number>();
  const wordNumbers = new Uint32Array(total(parts.map(part => part.wordNumbers.length)));
  const ends = new Uint32Array(total(parts.map(part => part.ends.length)));
  let textCount = 0;
  let wordCount = 0;
  for (const part of parts) {
    const numbers = Uint32Array.from(part.vocabulary, token => numberOf(token, vocabulary));
    part.wordNumbers.forEach(
      (wordNumber, index) => (wordNumbers[wordCount + index] = numbers[wordNumber] ?? 0),
    );
    part.ends.forEach((end, index) => (ends[textCount + index] = wordCount + end));
    textCount += part.ends.length;
    wordCount += part.wordNumbers.length;
  }
  return { vocabulary: [...vocabulary.keys()], wordNumbers, ends };
}

function numberOf(token: string, vocabulary: Map<string, number>): number {
  const number = vocabulary.get(token);
  if (number !== undefined) return number;
  vocabulary.set(token, vocabulary.size);
  return vocabulary.size - 1;
}

/** A growing typed array: an array of JavaScript numbers would take twice the memory. */
function createGrowingArray() {
  let numbers = new Uint32Array(1024);
  let length = 0;
  return {
    push(number: number) {
      if (length === numbers.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = number;
    },
    length: () => length,
    toArray: () => numbers.slice(0, length),
  };
}

const total = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);
