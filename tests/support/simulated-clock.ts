// A clock for tests: hours pass in milliseconds, always in the same order.

export interface SimulatedClock {
  /** Milliseconds. */
  now(): number;
  /** Calls `wake` once, after so many milliseconds; what it returns calls that off. */
  after(milliseconds: number, wake: () => void): () => void;
  /** Rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** In 0 … 1, from the seed. */
  random(): number;
  /** Timers that were neither called nor called off. */
  readonly pending: number;
  /** Lets so much time pass, and all that happens in it. */
  advance(milliseconds: number): Promise<void>;
  /** Lets time pass until the work has ended, or fails when nothing could ever end it. */
  until<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

const isBefore = (one: Timer, other: Timer) =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Kept in order; a new timer is put in its place by halving. */
function createTimers() {
  const timers: Timer[] = [];
  const placeOf = (timer: Timer) => {
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(timers[middle]!, timer)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    timers,
    add: (timer: Timer) => void timers.splice(placeOf(timer), 0, timer),
    remove: (timer: Timer) => {
      const place = placeOf(timer);
      if (timers[place] === timer) timers.splice(place, 1);
    },
  };
}

/** Everything that promises bring about by themselves in so many turns of the event loop. */
async function settled(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve));
}

// The generator of Park and Miller.
function createRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}

interface SimulatedClockOptions {
  readonly start?: number;
  readonly seed?: number;
  /** Turns of the event loop between two timers, for work that lets some pass. */
  readonly turns?: number;
  /** How often in a row nothing may be there to happen before work counts as endless. */
  readonly maxIdle?: number;
}

export function createSimulatedClock({
  start = 0,
  seed = 1,
  turns = 1,
  maxIdle = 0,
}: SimulatedClockOptions = {}): SimulatedClock {
  const { timers, add, remove } = createTimers();
  let now = start;
  let order = 0;
  /** Whether anything happened. */
  const step = (): boolean => {
    const timer = timers.shift();
    now = timer?.at ?? now;
    timer?.wake();
    return timer !== undefined;
  };
  const after = (milliseconds: number, wake: () => void) => {
    const timer = { at: now + Math.max(0, milliseconds), order: order++, wake };
    add(timer);
    return () => remove(timer);
  };
  return {
    now: () => now,
    after,
    random: createRandom(seed),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const callOff = after(milliseconds, resolve);
        // A signal of its own: more than ten listeners on one raise a warning.
        const own = signal && AbortSignal.any([signal]);
        const stop = () => {
          callOff();
          reject(own?.reason);
        };
        if (own?.aborted) stop();
        else own?.addEventListener("abort", stop, { once: true });
      }),
    get pending() {
      return timers.length;
    },
    advance: async milliseconds => {
      const end = now + milliseconds;
      await settled(turns);
      while (timers[0] && timers[0].at <= end) {
        step();
        await settled(turns);
      }
      now = end;
    },
    until: async work => {
      const state = { over: false };
      const end = () => {
        state.over = true;
      };
      work.then(end, end);
      await settled(turns);
      for (let idle = 0; !state.over; await settled(turns)) {
        idle = step() ? 0 : idle + 1;
        if (idle > maxIdle) throw new Error("nothing is left that could happen");
      }
      return work;
    },
  };
}
