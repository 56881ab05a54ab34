// Counts messages posted to a run that its workers did not send, and reports them from time to time.

/** Returns `drop(count)`, which reports the first message, and again whenever the count has grown tenfold. */
export function createDropCounter(
  place: string,
  onNotice: (text: string) => void,
): (count: number) => void {
  let droppedCount = 0;
  let nextReport = 1;
  return count => {
    droppedCount += count;
    if (droppedCount < nextReport) return;
    nextReport = droppedCount * 10;
    onNotice(
      `${droppedCount} ${droppedCount === 1 ? "message was" : "messages were"} dropped: no worker of this run sends such messages. Who else may write to ${place}?`,
    );
  };
}
