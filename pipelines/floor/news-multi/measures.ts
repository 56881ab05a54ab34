// A measure: a value of an article, named by words that go without it and set beside others of its kind.

import type { FactAmount } from "../questions/fact-amount.ts";

export interface Measure {
  readonly sentence: number;
  /** How a question asks for it: a noun phrase in English, a clause with 多少 in Chinese. */
  readonly label: string;
  /** The value with what it counts. */
  readonly whole: string;
  /** The label with its value, to be a sentence of the answer. */
  readonly told: string;
  /** Two measures are set against each other if theirs are equal: "people", "money USD", "公里". */
  readonly matter: string;
  readonly amount: FactAmount;
}
