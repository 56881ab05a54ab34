// A fleet without processes: Redis as lists in memory, a provider that counts, and everything that can happen, one thing at a time.

import { RetryableError } from "../../pipelines/llm/limits/retry.ts";
import { ReplyError } from "../../pipelines/engine/errors.ts";
import type { CallLine } from "../../pipelines/llm/journal.ts";
import type { ModelReply } from "../../pipelines/llm/model.ts";
import type {
  CoordinatorMessage,
  CoordinatorPost,
  Peer,
  WorkerPost,
} from "../../pipelines/queue/messages.ts";
import { createSimulatedClock } from "../support/simulated-clock.ts";
import { newFolder } from "../support/toy-run.ts";
import { places, SimulatedCoordinator } from "./simulated-coordinator.ts";
import { SimulatedWorker } from "./simulated-worker.ts";

/** A call as the provider saw it. */
interface ProviderCall {
  readonly key: string;
  readonly worker: SimulatedWorker;
  state: "air" | "good" | "bad";
  /** Its worker was declared lost meanwhile, or died before its reply was anywhere else. */
  excused: boolean;
  readonly resolve: (reply: ModelReply) => void;
  readonly reject: (error: unknown) => void;
}

interface Permission extends Peer {
  readonly key: string;
  isLost: boolean;
}

const failures = [
  () => new RetryableError("rate-limited", "too many", { status: 429 }),
  () => new RetryableError("garbled", "cut off", { maybeBilled: true }),
  () => new ReplyError("technical", "refused", "never", null),
];

/** Lets that happen which promises bring about. */
export const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve));
};

export class World {
  readonly folder = newFolder();
  readonly clock = createSimulatedClock();
  readonly streams = new Map<string, CoordinatorPost[]>();
  readonly flights = new Map<string, string>();
  readonly workerNames = new Set<string>();
  readonly beats = new Map<string, { readonly text: string; readonly until: number }>();
  toCoordinator: (WorkerPost & { handled?: true })[] = [];
  readonly calls: ProviderCall[] = [];
  readonly wrong: string[] = [];
  /** The permission that is being read. */
  current = "";
  coordinator: SimulatedCoordinator | undefined;
  workers: SimulatedWorker[] = [];
  readonly #disks = new Map<string, Map<string, CallLine>>();
  readonly #permissions = new Map<string, Permission>();
  #starts = 0;
  #questions = 0;

  diskOf(worker: string): Map<string, CallLine> {
    const disk = this.#disks.get(worker) ?? new Map<string, CallLine>();
    this.#disks.set(worker, disk);
    return disk;
  }

  /** New ones come again and again, and each is asked some times. */
  nextQuestion(which: number): string {
    return `country ${Math.floor(this.#questions++ / 3) + (which % 4)}`;
  }

  get lease(): string | undefined {
    return this.coordinator?.isAlive ? this.coordinator.epoch : undefined;
  }

  beatOf(worker: string): string | null {
    const beat = this.beats.get(worker);
    return beat && beat.until > this.clock.now() ? beat.text : null;
  }

  post({ worker, session }: Peer, message: CoordinatorMessage): void {
    const posts = this.streams.get(worker) ?? [];
    posts.push(JSON.parse(JSON.stringify({ session, messages: [message] })));
    this.streams.set(worker, posts);
  }

  isPosted(key: string): boolean {
    return this.toCoordinator.some(({ messages }) =>
      messages.some(message => message.type === "replied" && message.line.key === key),
    );
  }

  allow(
    peer: Peer,
    { epoch, key, flight }: { epoch: string; key: string; flight: number },
    isAlive: boolean,
  ): void {
    if (isAlive) this.#permissions.set(`${epoch} ${flight}`, { ...peer, key, isLost: false });
  }

  declareLost({ worker }: Peer, isJournaled: (key: string) => boolean): void {
    for (const call of this.calls)
      if (call.worker.name === worker && !isJournaled(call.key)) call.excused = true;
    for (const permission of this.#permissions.values())
      if (permission.worker === worker) permission.isLost = true;
  }

  call(worker: SimulatedWorker, key: string): Promise<ModelReply> {
    const excused = this.#permissions.get(this.current)?.isLost ?? false;
    const others = this.calls.filter(
      call =>
        call.key === key &&
        call.state !== "bad" &&
        !call.excused &&
        !(call.state === "air" && !call.worker.isAlive),
    );
    if (!excused)
      for (const other of others)
        this.wrong.push(
          `${key.slice(0, 6)} is called by ${worker.session}, but ${other.state} with ${other.worker.session}`,
        );
    return new Promise((resolve, reject) => {
      this.calls.push({ key, worker, state: "air", excused, resolve, reject });
      const inTheAir = this.calls.filter(
        call =>
          call.state === "air" &&
          call.worker.isAlive &&
          !call.excused &&
          !this.coordinator?.journal.has(call.key),
      );
      if (inTheAir.length > places) this.wrong.push(`${inTheAir.length} calls are in the air`);
    });
  }

  get inTheAir(): ProviderCall[] {
    return this.calls.filter(({ state, worker }) => state === "air" && worker.isAlive);
  }

  land(which: number, fate: number): void {
    const { inTheAir } = this;
    const call = inTheAir[which % Math.max(1, inTheAir.length)];
    if (!call) return;
    const failure = failures[fate];
    call.state = failure ? "bad" : "good";
    if (failure) call.reject(failure());
    else
      call.resolve({
        text: `reply to ${call.key}`,
        finish: "stop",
        usage: { inputTokens: 7, outputTokens: 3 },
      });
  }

  async startCoordinator(): Promise<void> {
    if (this.coordinator?.isAlive) return;
    this.toCoordinator = this.toCoordinator.filter(({ handled }) => !handled);
    this.coordinator = await SimulatedCoordinator.start(this, `e${++this.#starts}`);
  }

  startWorker(name: string): void {
    if (this.workers.some(worker => worker.name === name && worker.isAlive)) return;
    this.workers = [...this.workers, new SimulatedWorker(this, name, `${name}-${++this.#starts}`)];
  }

  kill(worker: SimulatedWorker): void {
    worker.isAlive = false;
    for (const call of this.calls)
      if (call.worker === worker && call.state === "good" && !worker.isKept(call.key))
        call.excused ||= !this.coordinator?.journal.has(call.key);
  }

  get living(): SimulatedWorker[] {
    return this.workers.filter(({ isAlive }) => isAlive);
  }

  /** Time passes, with heartbeats and the coordinator's looks at them. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      for (const worker of this.living) if (!worker.isPaused) worker.beat();
      if (this.coordinator?.isAlive) await this.coordinator.fleet.poll();
      await this.clock.advance(1000);
    }
  }

  /** All that was said is heard, but by those whose connection is away. */
  async flow(): Promise<void> {
    const { coordinator } = this;
    const connected = this.living.filter(({ isPaused }) => !isPaused);
    for (const worker of connected) worker.post(false);
    if (coordinator?.isAlive) while (coordinator.read());
    await turns(8);
    coordinator?.write();
    for (const worker of connected) while (worker.read(false));
    await turns(4);
  }

  /** Everybody comes back, and everything is delivered, until nothing more happens. */
  async settle(names: readonly string[]): Promise<void> {
    await this.startCoordinator();
    for (const name of names) this.startWorker(name);
    for (const worker of this.workers) worker.isPaused = false;
    let quiet = 0;
    for (let round = 0; round < 300 && quiet < 5; round++) {
      const before = this.calls.length;
      let isMoving = this.coordinator!.unwritten > 0 || this.inTheAir.length > 0;
      for (const worker of this.living) {
        isMoving ||= !worker.isIdle;
        worker.save();
        worker.post(false);
      }
      while (this.coordinator!.read()) isMoving = true;
      await turns(8);
      this.coordinator!.write();
      this.coordinator!.clear();
      for (const worker of this.living) while (worker.read(false)) isMoving = true;
      await turns(4);
      while (this.inTheAir.length > 0) this.land(0, failures.length);
      await turns(4);
      await this.pass(1);
      const waiting = this.living.some(({ asks }) => asks.some(({ end }) => end === "waits"));
      quiet =
        isMoving || (waiting && round < 200) || this.flights.size > 0 || this.calls.length > before
          ? 0
          : quiet + 1;
    }
  }
}
