// Counts how many requests in a row were refused, among those sent one after the other.

export interface RefusalRun {
  /**
   * Records that the request with this number was refused; `last` is the number of the last one sent. Returns how many
   * were refused in a row, each sent after the previous refusal was known: those sent together count as one.
   */
  refused(number: number, last: number): number;
}

export function createRefusalRun(): RefusalRun {
  let run = 0;
  let previous = 0;
  let lastAtRefusal = 0;
  return {
    refused: (number, last) => {
      if (number !== previous + 1) run = 1;
      else if (number > lastAtRefusal) run++;
      if (number > lastAtRefusal) lastAtRefusal = last;
      previous = number;
      return run;
    },
  };
}
