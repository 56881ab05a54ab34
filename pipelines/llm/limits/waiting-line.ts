// A first-in, first-out queue that returns and removes its first item in constant time.

export interface WaitingLine<Item> {
  readonly length: number;
  first(): Item | undefined;
  push(item: Item): void;
  shift(): Item | undefined;
}

/** `Array.shift` moves all remaining items; here the removed ones are dropped together once they make up half of the array. */
export function createWaitingLine<Item>(): WaitingLine<Item> {
  let items: Item[] = [];
  let servedCount = 0;
  return {
    get length() {
      return items.length - servedCount;
    },
    first: () => items[servedCount],
    push: item => void items.push(item),
    shift: () => {
      const item = items[servedCount];
      if (servedCount < items.length) servedCount++;
      if (servedCount > 64 && servedCount * 2 >= items.length) {
        items = items.slice(servedCount);
        servedCount = 0;
      }
      return item;
    },
  };
}
