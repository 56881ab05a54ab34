// Counts what was posted to a run and is not a message of its workers, and tells of it now and then.

/** `drop(count)` tells at the first, and when there are ten times as many. */
export function createDrop(
  place: string,
  onNotice: (text: string) => void,
): (count: number) => void {
  let dropped = 0;
  let next = 1;
  return count => {
    dropped += count;
    if (dropped < next) return;
    next = dropped * 10;
    onNotice(
      `${dropped} ${dropped === 1 ? "message was" : "messages were"} dropped: no worker of this run sends such. Who else may write to ${place}?`,
    );
  };
}
