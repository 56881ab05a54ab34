// Makes a worker's calls: each waits for the coordinator's permission and is made once; its reply is kept until the coordinator has journaled it.

import { callLineOf } from "../llm/journaled-client.ts";
import type { Model, ModelReply, ModelRequest } from "../llm/model.ts";
import { callFormat, neverSignal } from "./ask-handler.ts";
import { abandonedCallError } from "./flights.ts";
import {
  RequestedCall,
  type CoordinatorMessage,
  type WorkerMessage,
  type WorkInProgress,
} from "./messages.ts";
import type { Outbox } from "./outbox.ts";
import { fromWire, toWire } from "./wire-errors.ts";

/** The row is no longer needed: its coordinator was restarted or has ended. */
export class AbandonedRowError extends Error {
  override readonly name = "Abandoned";
}

export const abandonedRowError = () => new AbandonedRowError("The run was restarted.");

interface WaitingAsk {
  readonly key: string;
  readonly resolve: (reply: ModelReply) => void;
  readonly reject: (error: unknown) => void;
}

/** A call that a row of this worker waits for. */
interface WantedCall {
  readonly call: RequestedCall;
  readonly model: Model;
  readonly request: ModelRequest;
  /** Requests that wait for the call. */
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

export class WorkerCalls {
  readonly #options: WorkerCallsOptions;
  readonly #waitingAsks = new Map<number, WaitingAsk>();
  readonly #wantedCalls = new Map<string, WantedCall>();
  /** Calls being made: their permissions, by key. */
  readonly #inFlight = new Map<string, Permission>();
  readonly #pendingCalls = new Set<Promise<void>>();
  /** Keys answered before the current run: only those of failed rows being retried, and only if the user wants that. */
  readonly #earlierKeys = new Set<string>();
  #epoch = "";
  #askCount = 0;
  #lastFlight = 0;

  constructor(options: WorkerCallsOptions) {
    this.#options = options;
  }

  /** Calls being made now. */
  get workInProgress(): WorkInProgress {
    return { inFlight: [...this.#inFlight.keys()], lastFlight: this.#lastFlight };
  }

  /** Resolves when the calls in progress have ended: until then they need their connections. */
  async whenEnded(): Promise<void> {
    await Promise.all(this.#pendingCalls);
  }

  /** Sends all pending requests again, in case Redis has lost the latest. */
  repeat(): void {
    for (const [id, { key }] of this.#waitingAsks) {
      const wantedCall = this.#wantedCalls.get(key);
      if (wantedCall) this.#send(id, wantedCall);
    }
  }

  /** Whether a key was answered before the current run, which retries failed rows. */
  isEarlier = (key: string): boolean => this.#earlierKeys.has(key);

  /** Returns the model, called only with the coordinator's permission. */
  withPermission = (model: Model): Model => {
    const epoch = this.#epoch;
    return { ...model, complete: request => this.#ask({ model, epoch }, request) };
  };

  #ask(
    { model, epoch }: { readonly model: Model; readonly epoch: string },
    request: ModelRequest,
  ): Promise<ModelReply> {
    if (epoch !== this.#epoch) return Promise.reject(abandonedRowError());
    const { key } = request;
    const wantedCall = this.#wantedCalls.get(key) ?? {
      call: RequestedCall.parse({ ...request, prompt: request.prompt.name }),
      model,
      request,
      asks: new Set(),
    };
    this.#wantedCalls.set(key, wantedCall);
    const id = ++this.#askCount;
    wantedCall.asks.add(id);
    return new Promise((resolve, reject) => {
      this.#waitingAsks.set(id, { key, resolve, reject });
      this.#send(id, wantedCall);
    });
  }

  #send(id: number, { call }: WantedCall): void {
    this.#options.send({ type: "ask", epoch: this.#epoch, id, call });
  }

  /** Drops requests of other coordinator starts, or all requests if none is given; calls in progress continue. */
  switchTo(epoch = ""): void {
    this.#epoch = epoch;
    this.#lastFlight = 0;
    this.#earlierKeys.clear();
    this.#wantedCalls.clear();
    const waitingAsks = [...this.#waitingAsks.values()];
    this.#waitingAsks.clear();
    for (const { reject } of waitingAsks) reject(abandonedRowError());
  }

  /** Takes a message from the coordinator; skips those of other starts. */
  receive(message: CoordinatorMessage): void {
    if (message.epoch !== this.#epoch) return;
    if (message.type === "kept")
      this.#options.outbox.forget(message.keys).catch(this.#options.onError);
    else if (message.type === "go") this.#makePermitted(message.key, message.flight);
    else if (message.type === "reply") this.#receiveReply(message.id, message);
    else this.#removeAsk(message.id)?.reject(fromWire(message.error, "at the coordinator"));
  }

  #makePermitted(key: string, flight: number): void {
    // Permissions arrive in order of their numbers; a repeated one counts once.
    if (flight <= this.#lastFlight) return;
    this.#lastFlight = flight;
    const permission = { epoch: this.#epoch, flight };
    const wantedCall = this.#wantedCalls.get(key);
    const isInFlight = this.#inFlight.has(key);
    if (!wantedCall && !isInFlight) return this.#fail(key, permission, abandonedCallError());
    // A call being made under an older permission continues under this one.
    this.#inFlight.set(key, permission);
    if (!wantedCall || isInFlight) return;
    const pendingCall = this.#make(wantedCall, permission).finally(() =>
      this.#pendingCalls.delete(pendingCall),
    );
    this.#pendingCalls.add(pendingCall);
  }

  async #make(wantedCall: WantedCall, permission: Permission): Promise<void> {
    const { call, model, request } = wantedCall;
    try {
      const startTime = performance.now();
      const reply = await model.complete(request, neverSignal);
      const milliseconds = performance.now() - startTime;
      const current = this.#wantedCalls.get(call.key);
      if (current) current.reply = reply;
      this.#sendReply(wantedCall, { ...reply, took: milliseconds });
    } catch (error) {
      this.#fail(call.key, this.#inFlight.get(call.key) ?? permission, error);
    }
    this.#inFlight.delete(call.key);
  }

  /** Sends the reply to the coordinator and writes it to disk at the same time: either suffices. */
  #sendReply({ call, model }: WantedCall, reply: ModelReply): void {
    const { outbox, send, onError } = this.#options;
    const line = callLineOf(model.name, call, reply, callFormat.line(call, reply));
    if (model.paid) outbox.keep(line).catch(onError);
    send({ type: "replied", line, rates: reply.rates, took: reply.took });
  }

  #fail(key: string, permission: Permission, error: unknown): void {
    this.#options.send({ type: "failed", ...permission, key, error: toWire(error) });
  }

  #receiveReply(
    id: number,
    { reply: sentReply, earlier }: { readonly reply: ModelReply | null; readonly earlier: boolean },
  ): void {
    const key = this.#waitingAsks.get(id)?.key;
    const wantedCall = key === undefined ? undefined : this.#wantedCalls.get(key);
    if (key === undefined || !wantedCall) return;
    const reply = sentReply ?? wantedCall.reply;
    // The call was made here for a row that is gone, and another row has requested it since. The reply is in the journal by now, so it is asked for again.
    if (!reply) return this.#send(id, wantedCall);
    if (earlier) this.#earlierKeys.add(key);
    this.#removeAsk(id)?.resolve(reply);
  }

  #removeAsk(id: number): WaitingAsk | undefined {
    const waitingAsk = this.#waitingAsks.get(id);
    this.#waitingAsks.delete(id);
    const wantedCall = waitingAsk && this.#wantedCalls.get(waitingAsk.key);
    wantedCall?.asks.delete(id);
    if (waitingAsk && wantedCall?.asks.size === 0) this.#wantedCalls.delete(waitingAsk.key);
    return waitingAsk;
  }
}
