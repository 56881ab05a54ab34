// Answers workers that ask for calls: from the journal, or by permitting one of them to make the call within all limits.

import type { CallLine, Journal } from "../llm/journal.ts";
import type { Client, ModelReply, ModelSettings } from "../llm/model.ts";
import {
  CallLostError,
  type Flights,
  isAbandonedCall,
  isSamePeer,
  type CoordinatorPosts,
} from "./flights.ts";
import type { RequestedCall, Peer, WorkerMessageOf } from "./messages.ts";
import { fromWire, toWire } from "./wire-errors.ts";

export type RequestedCallClient = Client<RequestedCall, ModelReply, ModelSettings>;

/** The run's journal, and each stage's model with its wrappers (limits, retries, budget). */
export interface CallContext {
  readonly journal: Journal;
  readonly clientOf: (stage: string) => RequestedCallClient;
  /** Charges a reply that no caller in this process awaited. */
  readonly settle: (line: CallLine) => void;
  /** Records that an attempt by an earlier process is taken over: its cost will be reserved again. */
  readonly release: (key: string) => Promise<void>;
  /** Whether an attempt at this call is on disk, from an earlier process too; true if attempts are not recorded because no price is known. */
  readonly wasSent: (line: Pick<CallLine, "key" | "model">) => boolean;
  /** Whether the key was answered before this run; always false unless failed rows are retried. */
  readonly isEarlier: (key: string) => boolean;
}

export interface AskHandlerOptions extends CallContext {
  readonly epoch: string;
  readonly flights: Flights;
  readonly outgoing: CoordinatorPosts;
  readonly isCurrentSession: (peer: Peer) => boolean;
  /** Called on a reply to a call that no worker was permitted to make. */
  readonly onUnexpectedReply: () => void;
}

/** The signal for calls: nothing aborts one once it has begun, since it is paid for. */
export const neverSignal: AbortSignal = new AbortController().signal;

const replyOf = ({ reply, finish, usage, batch }: CallLine): ModelReply => ({
  text: reply,
  finish,
  usage,
  ...(batch ? { batch } : {}),
});

export class AskHandler {
  readonly #options: AskHandlerOptions;
  /** The peer that sent each reply that was just journaled: it needs no copy. */
  readonly #repliedBy = new Map<string, Peer>();

  constructor(options: AskHandlerOptions) {
    this.#options = options;
  }

  /** Sends the reply, or the reason why there is none. */
  async answer(peer: Peer, { id, call }: WorkerMessageOf<"ask">): Promise<void> {
    const { epoch, flights, isEarlier, isCurrentSession, outgoing } = this.#options;
    const requester = { ...peer };
    const endAsk = flights.ask(call.key, requester);
    try {
      const reply = await this.#replyFor(requester, call);
      const sender = this.#repliedBy.get(call.key);
      const { rates: _rates, took: _took, ...content } = reply;
      outgoing.send(peer, {
        type: "reply",
        epoch,
        id,
        reply: sender && isSamePeer(sender, peer) ? null : content,
        earlier: isEarlier(call.key),
      });
    } catch (error) {
      if (isCurrentSession(peer))
        outgoing.send(peer, { type: "refused", epoch, id, error: toWire(error) });
    } finally {
      endAsk();
    }
  }

  async #replyFor(requester: Peer, call: RequestedCall): Promise<ModelReply> {
    for (;;) {
      try {
        return await this.#options.clientOf(call.stage).complete(call, neverSignal);
      } catch (error) {
        // The worker that was to make the call is gone: ask again for those still waiting.
        const shouldAskAgain =
          (error instanceof CallLostError || isAbandonedCall(error)) &&
          this.#options.flights.isWaitedFor(call.key, requester);
        if (!shouldAskAgain) throw error;
      }
    }
  }

  /** Takes over a call that an earlier coordinator left in flight: it counts towards the limits until its outcome is known. */
  async adopt(call: RequestedCall): Promise<void> {
    await this.#options.release(call.key);
    try {
      await this.#options.clientOf(call.stage).complete(call, neverSignal);
    } catch {
      // A row that needs the reply asks for it, and gets the error. The stage itself may no longer exist.
    }
  }

  /** Whether a reply may come, from any worker: a worker given up for lost may return with a reply that was paid for. */
  #isExpected({ key, model }: CallLine): boolean {
    const { flights, journal, wasSent } = this.#options;
    return journal.has(key) || flights.wasPermitted(key) || wasSent({ key, model });
  }

  /** Resolves when the reply is journaled. Of several replies to a call the first counts; a reply to a call that was never permitted is dropped. */
  async acceptReply(peer: Peer, { line, rates, took }: WorkerMessageOf<"replied">): Promise<void> {
    const { epoch, flights, journal, outgoing } = this.#options;
    const { key } = line;
    if (!this.#isExpected(line)) {
      this.#options.onUnexpectedReply();
      outgoing.send(peer, { type: "kept", epoch, keys: [key] });
      return;
    }
    this.#repliedBy.set(key, peer);
    flights.recordReply(key, { ...replyOf(line), rates, took });
    try {
      while (!journal.has(key)) await this.#ensureJournaled(line);
    } finally {
      flights.markJournaled(key);
    }
    outgoing.noteEnds([key]);
    outgoing.send(peer, { type: "kept", epoch, keys: [key] });
    // Every waiting caller is answered within this turn of the event loop.
    setImmediate(() => this.#repliedBy.delete(key));
  }

  /** A waiting caller journals the reply as usual. If that caller was stopped, the reply may not be in the journal yet. */
  async #ensureJournaled(line: CallLine): Promise<void> {
    let isRecordedHere = false;
    const record = () => {
      isRecordedHere = true;
      return this.#recordUnawaited(line);
    };
    try {
      await this.#options.journal.once(line.key, record);
    } catch (error) {
      if (isRecordedHere) throw error;
    }
  }

  async #recordUnawaited(line: CallLine): Promise<CallLine> {
    await this.#options.journal.record(line, true);
    this.#options.settle(line);
    return line;
  }

  /** Records that a permitted call ended without a reply. */
  fail(peer: Peer, failed: WorkerMessageOf<"failed">): void {
    this.#options.flights.recordFailure(
      peer,
      failed,
      fromWire(failed.error, `worker ${peer.worker}`),
    );
  }
}

/** The form in which a worker's call is written to calls.jsonl. */
export const callFormat = {
  line: ({ question, prompt, language }: RequestedCall, { finish, text, batch }: ModelReply) => ({
    messages: question,
    prompt,
    language,
    finish,
    ...(batch ? { batch } : {}),
    reply: text,
  }),
  reply: replyOf,
};
