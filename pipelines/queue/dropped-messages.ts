// Counts and now and then reports messages posted to a run that its workers did not send.

/** `drop(count)` reports the first, and again at each tenfold. */
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
      `${dropped} ${dropped === 1 ? "message was" : "messages were"} dropped: no worker of this run sends such messages. Who else may write to ${place}?`,
    );
  };
}
