// A first-in, first-out queue that returns and removes its first item in constant time.

export interface FifoQueue<Item> {
  readonly length: number;
  first(): Item | undefined;
  push(item: Item): void;
  shift(): Item | undefined;
}

/** `Array.shift` moves all remaining items; here the removed ones are dropped together once they make up half of the array. */
export function createFifoQueue<Item>(): FifoQueue<Item> {
  let items: Item[] = [];
  let removedCount = 0;
  return {
    get length() {
      return items.length - removedCount;
    },
    first: () => items[removedCount],
    push: item => void items.push(item),
    shift: () => {
      const item = items[removedCount];
      if (removedCount < items.length) removedCount++;
      if (removedCount > 64 && removedCount * 2 >= items.length) {
        items = items.slice(removedCount);
        removedCount = 0;
      }
      return item;
    },
  };
}
