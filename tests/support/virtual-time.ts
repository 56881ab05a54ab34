// Time in which only work passes at once: it jumps to the next thing that happens when nothing else can go on.

export interface VirtualTime {
  /** Milliseconds. */
  now(): number;
  /** Calls `wake` once, after so many milliseconds; what it returns calls that off. */
  after(milliseconds: number, wake: () => void): () => void;
  sleep(milliseconds: number): Promise<void>;
  /** Lets time pass until the work has ended; fails when nothing could ever end it. */
  until<T>(work: Promise<T>): Promise<T>;
}

interface Happening {
  readonly at: number;
  readonly order: number;
  /** Nothing once it is called off: it stays in the heap until its time. */
  wake: (() => void) | undefined;
}

const isBefore = (one: Happening, other: Happening) =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

function push(heap: Happening[], happening: Happening): void {
  heap.push(happening);
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap[at]!, heap[parent]!)) return;
    [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
    at = parent;
  }
}

function pop(heap: Happening[]): Happening | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!last || heap.length === 0) return first;
  heap[0] = last;
  for (let at = 0; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
    if (least === at) return first;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}

/** Turns without anything to happen, such as while many rows are taken in, before the work is given up. */
const maxIdle = 10_000;

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

// Several turns: a row lets one pass behind its asks, and the scheduler one now and then.
async function settled(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) await turn();
}

/** Two things of one time happen in the order in which they were asked for. */
export function createVirtualTime(start = 0): VirtualTime {
  const heap: Happening[] = [];
  let now = start;
  let order = 0;
  const after = (milliseconds: number, wake: () => void) => {
    const happening: Happening = { at: now + Math.max(0, milliseconds), order: order++, wake };
    push(heap, happening);
    return () => {
      happening.wake = undefined;
    };
  };
  const forgetCalledOff = () => {
    while (heap[0] && !heap[0].wake) pop(heap);
  };
  /** Whether anything happened. */
  const step = (): boolean => {
    forgetCalledOff();
    const next = pop(heap);
    if (!next) return false;
    now = next.at;
    next.wake?.();
    return true;
  };
  return {
    now: () => now,
    after,
    sleep: milliseconds => new Promise(resolve => after(milliseconds, resolve)),
    until: async work => {
      const state = { over: false };
      const end = () => {
        state.over = true;
      };
      work.then(end, end);
      await settled();
      for (let idle = 0; !state.over; await settled()) {
        idle = step() ? 0 : idle + 1;
        if (idle > maxIdle) throw new Error("nothing is left that could happen");
      }
      return work;
    },
  };
}
