// What a factual question is made of, whichever pattern found it.

export interface FactualQuestion {
  readonly about: "amount" | "count" | "share" | "duration" | "day" | "place" | "person" | "organisation" | "title";
  readonly question: string;
  /** What is asked for, as it stands in the sentence. */
  readonly keyInfo: string;
  /** The stretch of the sentence that states it, as a sentence. */
  readonly statement: string;
}

/** Which kinds are most worth asking. */
export const worth: Readonly<Record<FactualQuestion["about"], number>> = {
  amount: 6,
  count: 6,
  place: 6,
  share: 5,
  title: 5,
  duration: 4,
  organisation: 4,
  person: 4,
  day: 3,
};
