// Token lists as numbers: each word once in a vocabulary, each text as the numbers of its words.

/** Texts as lists of terms, all in one array: those of text i are at `terms[ends[i - 1]] … terms[ends[i]]`. */
export interface TermLists {
  /** The words; a term is its place among them. */
  readonly vocabulary: readonly string[];
  readonly terms: Uint32Array<ArrayBuffer>;
  /** Where each text's terms end. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

/** The token lists, of one text each, as numbers. Terms are numbered in the order they are met. */
export function toTermLists(texts: Iterable<readonly string[]>): TermLists {
  const known = new Map<string, number>();
  const terms = growing();
  const ends: number[] = [];
  for (const tokens of texts) {
    for (const token of tokens) terms.push(numberOf(token, known));
    ends.push(terms.length());
  }
  return { vocabulary: [...known.keys()], terms: terms.taken(), ends: Uint32Array.from(ends) };
}

/** The lists end to end, over one vocabulary. */
export function joinTermLists(parts: readonly TermLists[]): TermLists {
  const known = new Map<string, number>();
  const terms = new Uint32Array(total(parts.map(part => part.terms.length)));
  const ends = new Uint32Array(total(parts.map(part => part.ends.length)));
  let texts = 0;
  let before = 0;
  for (const part of parts) {
    const numbers = Uint32Array.from(part.vocabulary, token => numberOf(token, known));
    part.terms.forEach((term, at) => (terms[before + at] = numbers[term] ?? 0));
    part.ends.forEach((end, at) => (ends[texts + at] = before + end));
    texts += part.ends.length;
    before += part.terms.length;
  }
  return { vocabulary: [...known.keys()], terms, ends };
}

function numberOf(token: string, known: Map<string, number>): number {
  const number = known.get(token);
  if (number !== undefined) return number;
  known.set(token, known.size);
  return known.size - 1;
}

/** Numbers whose count is not known beforehand: an array of JavaScript numbers would take twice the room. */
function growing() {
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
    taken: () => numbers.slice(0, length),
  };
}

const total = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);
