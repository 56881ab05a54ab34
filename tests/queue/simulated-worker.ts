// The calls' side of a worker as one process has it: true calls over a disk and a line to Redis that the world moves on.

import { AbandonedRowError, WorkerCalls } from "../../pipelines/queue/worker-calls.ts";
import type { CallLine } from "../../pipelines/llm/journal.ts";
import type { Model, ModelReply } from "../../pipelines/llm/model.ts";
import type { CoordinatorMessage, WorkerMessage } from "../../pipelines/queue/messages.ts";
import { heartbeatLife } from "../../pipelines/queue/redis-keys.ts";
import type { Outbox } from "../../pipelines/queue/outbox.ts";
import { aRequest } from "../llm/requests.ts";
import { head } from "./simulated-coordinator.ts";
import type { World } from "./simulated-world.ts";
import { aBeat } from "./beats.ts";

/** What an ask of a row came to. */
export interface RowAsk {
  readonly name: string;
  end: "waits" | "replied" | "abandoned" | "failed";
  text: string;
}

export class SimulatedWorker {
  readonly name: string;
  readonly session: string;
  readonly workerCalls: WorkerCalls;
  readonly world: World;
  readonly asks: RowAsk[] = [];
  readonly errors: unknown[] = [];
  isAlive = true;
  isPaused = false;
  epoch = "";
  #unposted: WorkerMessage[] = [];
  /** Replies that are on their way to the disk. */
  #unsaved: CallLine[] = [];

  constructor(world: World, name: string, session: string) {
    this.world = world;
    this.name = name;
    this.session = session;
    const disk = world.diskOf(name);
    const outbox = {
      keep: async (line: CallLine) => void (disk.has(line.key) || this.#unsaved.push(line)),
      forget: async (keys: Iterable<string>) => {
        const gone = new Set(keys);
        for (const key of gone) disk.delete(key);
        this.#unsaved = this.#unsaved.filter(({ key }) => !gone.has(key));
      },
    };
    this.workerCalls = new WorkerCalls({
      send: this.#send,
      outbox: outbox as unknown as Outbox,
      onError: error => this.errors.push(error),
    });
  }

  #send = (message: WorkerMessage): void => {
    if (this.isAlive) this.#unposted.push(message);
  };

  get isIdle(): boolean {
    return this.#unposted.length === 0 && this.#unsaved.length === 0;
  }

  /** What has reached the disk or Redis outlives this process. */
  isKept(key: string): boolean {
    return this.world.diskOf(this.name).has(key) || this.world.isPosted(key);
  }

  ask(name: string): void {
    if (this.epoch === "") return;
    const model: Model = { ...head, complete: ({ key }) => this.world.call(this, key) };
    const ask: RowAsk = { name, end: "waits", text: "" };
    this.asks.push(ask);
    this.workerCalls
      .withPermission(model)
      .complete(aRequest(name, model), new AbortController().signal)
      .then(
        (reply: ModelReply) => Object.assign(ask, { end: "replied", text: reply.text }),
        (error: unknown) =>
          Object.assign(ask, {
            end: error instanceof AbandonedRowError ? "abandoned" : "failed",
            text: String(error),
          }),
      );
  }

  /** What was sent goes to Redis, once or, where the connection broke before the answer came, twice. */
  post(isTwice: boolean): void {
    if (this.#unposted.length === 0) return;
    const post = { worker: this.name, session: this.session, messages: this.#unposted };
    this.#unposted = [];
    // Through JSON, as over a wire.
    for (let time = 0; time < (isTwice ? 2 : 1); time++)
      this.world.toCoordinator.push(JSON.parse(JSON.stringify(post)));
  }

  save(): void {
    for (const line of this.#unsaved.splice(0)) this.world.diskOf(this.name).set(line.key, line);
  }

  /** Reads the next post; false if there is none. */
  read(isTwice: boolean): boolean {
    const posts = this.world.streams.get(this.name) ?? [];
    const post = posts.shift();
    if (!post) return false;
    if (post.session !== this.session) return true;
    for (let time = 0; time < (isTwice ? 2 : 1); time++)
      for (const message of post.messages) this.#take(message);
    return true;
  }

  #take(message: CoordinatorMessage): void {
    this.world.current = message.type === "go" ? `${message.epoch} ${message.flight}` : "";
    this.workerCalls.receive(message);
    this.world.current = "";
  }

  /** As the true one does it once a second. */
  beat(): void {
    const { world } = this;
    const epoch = world.lease;
    world.beats.set(this.name, {
      text: JSON.stringify(aBeat(this.session, { epoch: this.epoch })),
      until: world.clock.now() + heartbeatLife,
    });
    const wasForgotten = !world.workerNames.has(this.name);
    world.workerNames.add(this.name);
    if (wasForgotten && this.epoch !== "") this.#sayWhatIsHere();
    if (epoch === undefined || epoch === this.epoch) return;
    this.epoch = epoch;
    this.workerCalls.switchTo(epoch);
    this.#sayWhatIsHere();
  }

  #sayWhatIsHere(): void {
    for (const line of this.world.diskOf(this.name).values()) this.#send({ type: "replied", line });
    this.#send({ type: "hello", epoch: this.epoch, ...this.workerCalls.workInProgress });
    this.workerCalls.repeat();
  }
}
