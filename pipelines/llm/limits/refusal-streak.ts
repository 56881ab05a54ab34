// Counts how many requests in a row were refused; those sent at the same time count as one.

/**
 * Creates a counter. It is called with the number of each refused request and that of the last one sent, and returns how
 * many were refused in a row, each sent after the previous refusal was known.
 */
export function createRefusalStreak(): (number: number, last: number) => number {
  let streak = 0;
  let previous = 0;
  let lastAtRefusal = 0;
  return (number, last) => {
    if (number !== previous + 1) streak = 1;
    else if (number > lastAtRefusal) streak++;
    if (number > lastAtRefusal) lastAtRefusal = last;
    previous = number;
    return streak;
  };
}
