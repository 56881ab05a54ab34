// A first-in, first-out queue whose first item is found and taken in constant time.

export interface WaitingLine<Item> {
  readonly length: number;
  first(): Item | undefined;
  push(item: Item): void;
  shift(): Item | undefined;
}

/** `Array.shift` moves all remaining items: here those already served are cut off once they are half of the array. */
export function createWaitingLine<Item>(): WaitingLine<Item> {
  let items: Item[] = [];
  let served = 0;
  return {
    get length() {
      return items.length - served;
    },
    first: () => items[served],
    push: item => void items.push(item),
    shift: () => {
      const item = items[served];
      if (served < items.length) served++;
      if (served > 64 && served * 2 >= items.length) {
        items = items.slice(served);
        served = 0;
      }
      return item;
    },
  };
}
