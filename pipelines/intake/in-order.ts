// Works on several values at once, with the results in the order of the values.

/** At most `maxPending` results are in progress or waiting to be yielded. Throws the first rejection, in the order of the values. */
export async function* inOrder<Value, Result>(
  values: readonly Value[],
  maxPending: number,
  work: (value: Value) => Promise<Result>,
): AsyncGenerator<Result> {
  const pendingResults: Promise<Result>[] = [];
  for (const value of values) {
    const result = work(value);
    // A rejection is reported when its turn comes; until then it must not count as unhandled.
    result.catch(() => {});
    pendingResults.push(result);
    const first = pendingResults.length < maxPending ? undefined : pendingResults.shift();
    if (first) yield await first;
  }
  for (const result of pendingResults) yield await result;
}
