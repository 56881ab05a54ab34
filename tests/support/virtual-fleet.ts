// What a run over many machines has that one machine has not: ways between them, a coordinator with work to do, workers that die.

import { chance } from "./replay/draws.ts";
import type { SimulatedClock } from "./simulated-clock.ts";

/** All times in milliseconds. */
export interface Fleet {
  /** From a place in line to a worker's call and back, within the place. */
  readonly roundTrip: number;
  /** From a row's turn to its worker, and from the row's end back, outside any place. */
  readonly dispatch: number;
  /** The coordinator's own time a call: one after another, half of it before the call and half after it. */
  readonly coordinatorTime: number;
  readonly workers: number;
  /** How long a worker lives on average; Infinity: for ever. */
  readonly lifetime: number;
  /** From a worker's death to the moment at which what it did is given to others, and it is back. */
  readonly noticed: number;
  readonly seed: number;
}

const oneMachine: Fleet = {
  roundTrip: 0,
  dispatch: 0,
  coordinatorTime: 0,
  workers: 1,
  lifetime: Number.POSITIVE_INFINITY,
  noticed: 0,
  seed: 1,
};

export class WorkerDied extends Error {
  override readonly name = "WorkerDied";
}

/** When a worker dies: drawn as radioactive atoms decay, from its return on. */
function createDeaths({ lifetime, noticed, seed }: Fleet, worker: number, start: number) {
  const deaths: number[] = [];
  const add = () =>
    deaths.push(
      (deaths.length === 0 ? start : deaths.at(-1)! + noticed) -
        lifetime * Math.log(1 - chance(seed, "death", worker, deaths.length)),
    );
  return {
    /** The first death that is felt after this moment. */
    after(moment: number): number {
      if (lifetime === Number.POSITIVE_INFINITY) return lifetime;
      while (deaths.length === 0 || deaths.at(-1)! + noticed <= moment) add();
      return deaths.find(death => death + noticed > moment)!;
    },
  };
}

/** Something that serves one after another. */
function createLine(time: SimulatedClock) {
  let free = 0;
  return (milliseconds: number) => {
    free = Math.max(free, time.now()) + milliseconds;
    return time.sleep(free - time.now());
  };
}

export function createVirtualFleet(time: SimulatedClock, given: Partial<Fleet>) {
  const fleet = { ...oneMachine, ...given };
  const deaths = Array.from({ length: fleet.workers }, (_, worker) =>
    createDeaths(fleet, worker, time.now()),
  );
  const serve = createLine(time);
  let turn = 0;
  const isUp = (worker: number) => deaths[worker]!.after(time.now()) > time.now();
  return {
    coordinate: async (): Promise<void> => {
      if (fleet.coordinatorTime > 0) await serve(fleet.coordinatorTime / 2);
    },
    /** The next worker that lives, after the way there; waits while none does. */
    async take(): Promise<number> {
      if (fleet.dispatch > 0) await time.sleep(fleet.dispatch);
      for (;;) {
        for (let tried = 0; tried < fleet.workers; tried++)
          if (isUp(turn++ % fleet.workers)) return (turn - 1) % fleet.workers;
        await time.sleep(fleet.noticed);
      }
    },
    /** A call of that length on this worker; rejects with WorkerDied when its death has been noticed. */
    async onWorker(worker: number, milliseconds: number): Promise<void> {
      const death = deaths[worker]!.after(time.now());
      const whole = milliseconds + fleet.roundTrip;
      const dies = death < time.now() + whole;
      await time.sleep(dies ? death + fleet.noticed - time.now() : whole);
      if (dies) throw new WorkerDied();
    },
  };
}
