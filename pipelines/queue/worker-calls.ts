// A worker's calls: each waits for the coordinator's permission, is made once, and its reply is kept until journaled there.

import { callLineOf } from "../llm/ledger.ts";
import type { Model, ModelReply, ModelRequest } from "../llm/model.ts";
import { callNotation } from "./call-answers.ts";
import { nobodyAsks } from "./flights.ts";
import type { AskedCall, CoordinatorMessage, InHand, WorkerMessage } from "./messages.ts";
import type { Outbox } from "./outbox.ts";
import { fromWire, toWire } from "./wire-errors.ts";

/** The row is no longer needed: its coordinator was restarted or is gone. */
export class Abandoned extends Error {
  override readonly name = "Abandoned";
}

export const abandoned = () => new Abandoned("The run was restarted.");

interface Waiting {
  readonly key: string;
  readonly resolve: (reply: ModelReply) => void;
  readonly reject: (error: unknown) => void;
}

/** A call that somebody here waits for. */
interface Wanted {
  readonly call: AskedCall;
  readonly model: Model;
  readonly request: ModelRequest;
  /** Asks that wait for the call. */
  readonly asks: Set<number>;
  /** Set once this worker has made the call. */
  reply?: ModelReply;
}

interface Permission {
  readonly epoch: string;
  readonly flight: number;
}

export interface WorkerCallsOptions {
  readonly send: (message: WorkerMessage) => void;
  readonly outbox: Outbox;
  /** Called if a reply could not be kept on disk, or its file could not be deleted. */
  readonly onError: (error: unknown) => void;
}

const askedCall = ({
  key,
  stage,
  maxInputTokens,
  maxReplyTokens,
  question,
  prompt,
  language,
}: ModelRequest): AskedCall => ({
  key,
  stage,
  maxInputTokens,
  maxReplyTokens,
  question,
  prompt: prompt.name,
  language,
});

// Nothing aborts a call once begun: it is paid for.
const never = new AbortController().signal;

export class WorkerCalls {
  readonly #options: WorkerCallsOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #wanted = new Map<string, Wanted>();
  /** Calls being made: their permissions, by key. */
  readonly #inFlight = new Map<string, Permission>();
  readonly #making = new Set<Promise<void>>();
  /** Memory: only keys of failed rows that are asked again, and only if the user wants that. */
  readonly #earlier = new Set<string>();
  #epoch = "";
  #asks = 0;
  #lastFlight = 0;

  constructor(options: WorkerCallsOptions) {
    this.#options = options;
  }

  /** Calls being made now. */
  get inHand(): InHand {
    return { inFlight: [...this.#inFlight.keys()], lastFlight: this.#lastFlight };
  }

  /** Resolves when the calls in progress have ended: until then they need their connections. */
  async ended(): Promise<void> {
    await Promise.all(this.#making);
  }

  /** Sends all pending asks again, in case Redis has lost the latest. */
  repeat(): void {
    for (const [id, { key }] of this.#waiting) {
      const wanted = this.#wanted.get(key);
      if (wanted) this.#send(id, wanted);
    }
  }

  /** Whether a key was answered before the current run, which asks failed rows again. */
  isEarlier = (key: string): boolean => this.#earlier.has(key);

  /** The model, called only with the coordinator's permission. */
  permitted = (model: Model): Model => {
    const epoch = this.#epoch;
    return { ...model, complete: request => this.#ask({ model, epoch }, request) };
  };

  #ask(
    { model, epoch }: { readonly model: Model; readonly epoch: string },
    request: ModelRequest,
  ): Promise<ModelReply> {
    if (epoch !== this.#epoch) return Promise.reject(abandoned());
    const { key } = request;
    const wanted = this.#wanted.get(key) ?? {
      call: askedCall(request),
      model,
      request,
      asks: new Set(),
    };
    this.#wanted.set(key, wanted);
    const id = ++this.#asks;
    wanted.asks.add(id);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { key, resolve, reject });
      this.#send(id, wanted);
    });
  }

  #send(id: number, { call }: Wanted): void {
    this.#options.send({ type: "ask", epoch: this.#epoch, id, call });
  }

  /** Drops asks of other coordinator starts, or all asks if none is given; calls in progress go on. */
  switchTo(epoch = ""): void {
    this.#epoch = epoch;
    this.#lastFlight = 0;
    this.#earlier.clear();
    this.#wanted.clear();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(abandoned());
  }

  take(message: CoordinatorMessage): void {
    if (message.epoch !== this.#epoch) return;
    if (message.type === "kept")
      this.#options.outbox.forget(message.keys).catch(this.#options.onError);
    else if (message.type === "go") this.#go(message.key, message.flight);
    else if (message.type === "reply") this.#replied(message.id, message);
    else this.#end(message.id)?.reject(fromWire(message.error, "at the coordinator"));
  }

  #go(key: string, flight: number): void {
    // Permissions come in order of their numbers; a repeated one counts once.
    if (flight <= this.#lastFlight) return;
    this.#lastFlight = flight;
    const permission = { epoch: this.#epoch, flight };
    const wanted = this.#wanted.get(key);
    const isMade = this.#inFlight.has(key);
    if (!wanted && !isMade) return this.#fail(key, permission, nobodyAsks());
    // A call being made under an older permission continues under this one.
    this.#inFlight.set(key, permission);
    if (!wanted || isMade) return;
    const making = this.#make(wanted, permission).finally(() => this.#making.delete(making));
    this.#making.add(making);
  }

  async #make(wanted: Wanted, permission: Permission): Promise<void> {
    const { call, model, request } = wanted;
    try {
      const from = performance.now();
      const reply = await model.complete(request, never);
      const took = performance.now() - from;
      const now = this.#wanted.get(call.key);
      if (now) now.reply = reply;
      this.#bring(wanted, { ...reply, took });
    } catch (error) {
      this.#fail(call.key, this.#inFlight.get(call.key) ?? permission, error);
    }
    this.#inFlight.delete(call.key);
  }

  /** Sends the reply to the coordinator and writes it to disk at the same time: either will do. */
  #bring({ call, model }: Wanted, reply: ModelReply): void {
    const { outbox, send, onError } = this.#options;
    const line = callLineOf(model.name, call, reply, callNotation.line(call, reply));
    if (model.paid) outbox.keep(line).catch(onError);
    const { rates, took } = reply;
    send({
      type: "replied",
      line,
      ...(rates ? { rates } : {}),
      ...(took === undefined ? {} : { took }),
    });
  }

  #fail(key: string, permission: Permission, error: unknown): void {
    this.#options.send({ type: "failed", ...permission, key, error: toWire(error) });
  }

  #replied(
    id: number,
    { reply: told, earlier }: { readonly reply: ModelReply | null; readonly earlier: boolean },
  ): void {
    const key = this.#waiting.get(id)?.key;
    const wanted = key === undefined ? undefined : this.#wanted.get(key);
    if (key === undefined || !wanted) return;
    const reply = told ?? wanted.reply;
    // Made here for a row that is gone, and requested by another since: it is in the journal by now.
    if (!reply) return this.#send(id, wanted);
    if (earlier) this.#earlier.add(key);
    this.#end(id)?.resolve(reply);
  }

  #end(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const wanted = waiting && this.#wanted.get(waiting.key);
    wanted?.asks.delete(id);
    if (waiting && wanted?.asks.size === 0) this.#wanted.delete(waiting.key);
    return waiting;
  }
}
