// Numbers tokens, so that what compares them need not read them again.

export interface Vocabulary {
  /** The number of each token, from 0; one not met before gets the next. */
  numbersOf(tokens: readonly string[]): Int32Array;
  /** How many distinct tokens it has met: all numbers are below. */
  readonly size: number;
}

/** Keeps every distinct token it has met for as long as it is held: 50 to 100 bytes each. */
export function createVocabulary(): Vocabulary {
  const known = new Map<string, number>();
  const enter = (token: string): number => {
    const number = known.size;
    known.set(token.length < LONG ? token : copyOf(token), number);
    return number;
  };
  return {
    numbersOf: tokens => {
      const numbers = new Int32Array(tokens.length);
      let at = 0;
      for (const token of tokens) numbers[at++] = known.get(token) ?? enter(token);
      return numbers;
    },
    get size() {
      return known.size;
    },
  };
}

// From this length on, what V8 cuts out of a text is a window on it, which would keep the whole text in memory.
const LONG = 13;
const copyOf = (token: string): string => Buffer.from(token, "utf16le").toString("utf16le");
