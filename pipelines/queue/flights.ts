// Tracks the calls that workers make for a coordinator: who may make which, which are in flight, and their outcomes.

import { z } from "zod";
import { ReplyError } from "../engine/errors.ts";
import type { Client, ModelReply } from "../llm/model.ts";
import {
  RequestedCall,
  type CoordinatorMessage,
  Peer,
  type WorkInProgress,
  type WorkerMessageOf,
} from "./messages.ts";

export const isSamePeer = (a: Peer, b: Peer): boolean =>
  a.worker === b.worker && a.session === b.session;

/** A call in flight, as noted for a restarted coordinator, perhaps of another version. */
export const FlightNote = Peer.extend({
  call: RequestedCall,
  /** The permission: its number, and the coordinator start that gave it. */
  epoch: z.string(),
  flight: z.int(),
});
export type FlightNote = z.output<typeof FlightNote>;

/** Sends messages to workers and notes on their calls, in order. */
export interface CoordinatorPosts {
  send(peer: Peer, message: CoordinatorMessage): void;
  /** Notes that the call is in flight from now on, before the next message is sent. */
  noteFlight(flight: FlightNote): void;
  /** Notes calls that are no longer in flight. */
  noteEnds(keys: readonly string[]): void;
}

/** The worker left while making the call: no reply will come, and it may have been billed. */
export class CallLostError extends Error {
  override readonly name = "CallLost";
}

/** Error for a call whose every requester left before it was made: nothing was sent. */
export const abandonedCallError = () =>
  new ReplyError("technical", "worker-lost", "the worker that requested the call is gone", null);

export const isAbandonedCall = (error: unknown): boolean =>
  error instanceof ReplyError && error.code === "worker-lost";

interface Flight extends FlightNote {
  readonly isPaid: boolean;
  /** Whether the worker has reported that it is making this call, whatever permission it had. */
  isReported: boolean;
  readonly reply: Promise<ModelReply>;
  readonly resolve: (reply: ModelReply) => void;
  readonly reject: (error: unknown) => void;
}

type EndedCall = Pick<WorkerMessageOf<"failed">, "epoch" | "key" | "flight">;

function startFlight(note: FlightNote, isPaid: boolean): Flight {
  let resolve: Flight["resolve"] = () => undefined;
  let reject: Flight["reject"] = () => undefined;
  const reply = new Promise<ModelReply>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  // A call that was taken over may end before any row waits for it.
  reply.catch(() => undefined);
  return { ...note, isPaid, isReported: false, reply, resolve, reject };
}

export interface FlightsOptions {
  readonly epoch: string;
  readonly outgoing: CoordinatorPosts;
  /** Whether this session of the worker is believed to be running. */
  readonly isCurrentSession: (peer: Peer) => boolean;
}

/** The fields that identify a client. */
type ClientHead<Settings extends object> = Pick<
  Client<never, never, Settings>,
  "name" | "settings" | "paid"
>;

export class Flights {
  readonly #options: FlightsOptions;
  /** Peers that wait for the reply to a key, one entry per request. */
  readonly #requesters = new Map<string, Peer[]>();
  readonly #inFlight = new Map<string, Flight>();
  /** Keys of permitted calls that have no reply yet, including those given up for lost. */
  readonly #permittedKeys = new Set<string>();
  /** Replies that have arrived but are not journaled yet. */
  readonly #arrivedReplies = new Map<string, ModelReply>();
  #flightCount = 0;

  constructor(options: FlightsOptions) {
    this.#options = options;
  }

  /** Creates a client that replaces an endpoint's: it permits a worker that asked for the call to make it, once. A call throws CallLostError if that worker leaves meanwhile, and ReplyError("worker-lost") if all workers that asked for it have left. */
  client<Settings extends object>({
    name,
    settings,
    paid,
  }: ClientHead<Settings>): Client<RequestedCall, ModelReply, Settings> {
    return { name, settings, paid, complete: call => this.#permitCall(call, paid) };
  }

  async #permitCall(call: RequestedCall, paid: boolean): Promise<ModelReply> {
    const { key } = call;
    const arrivedReply = this.#arrivedReplies.get(key);
    if (arrivedReply) return arrivedReply;
    const existingFlight = this.#inFlight.get(key);
    if (existingFlight) return existingFlight.reply;
    const peer = this.#requesters.get(key)?.findLast(this.#options.isCurrentSession);
    if (!peer) throw abandonedCallError();
    const flight = startFlight(
      { ...peer, call, epoch: this.#options.epoch, flight: ++this.#flightCount },
      paid,
    );
    this.#inFlight.set(key, flight);
    this.#permittedKeys.add(key);
    this.#sendPermission(flight);
    return flight.reply;
  }

  /** Whether a reply to this key may come: this coordinator or the previous one permitted a worker to make the call. */
  wasPermitted(key: string): boolean {
    return this.#permittedKeys.has(key);
  }

  #sendPermission({ worker, session, call, epoch, flight, isPaid }: Flight): void {
    const { outgoing } = this.#options;
    if (isPaid) outgoing.noteFlight({ worker, session, call, epoch, flight });
    if (this.#isOwn(epoch))
      outgoing.send({ worker, session }, { type: "go", epoch, key: call.key, flight });
  }

  /** Whether this coordinator gave the permission; other calls were taken over. */
  #isOwn(epoch: string): boolean {
    return epoch === this.#options.epoch;
  }

  /** Records that the worker waits for the reply to this key; the returned function ends the wait. */
  ask(key: string, peer: Peer): () => void {
    this.#requesters.set(key, [...(this.#requesters.get(key) ?? []), peer]);
    return () => this.#filterRequesters(key, requester => requester !== peer);
  }

  /** Whether the requester, as passed to `ask`, is still waiting. */
  isWaitedFor(key: string, requester: Peer): boolean {
    return (
      this.#options.isCurrentSession(requester) &&
      (this.#requesters.get(key)?.includes(requester) ?? false)
    );
  }

  /** Takes over a call that an earlier coordinator permitted this worker to make. */
  adopt(note: FlightNote): void {
    this.#permittedKeys.add(note.call.key);
    this.#inFlight.set(note.call.key, startFlight(note, true));
  }

  /** Accepts a reply, from any worker, and keeps it until it is journaled. */
  recordReply(key: string, reply: ModelReply): void {
    this.#arrivedReplies.set(key, reply);
    this.#removeFlight(key)?.resolve(reply);
  }

  /** Records that the reply to a key is journaled. */
  markJournaled(key: string): void {
    this.#arrivedReplies.delete(key);
    this.#permittedKeys.delete(key);
  }

  /** Records that a permitted call ended without a reply. After a stop the same message may be read again: it must not end a later call of the same key. */
  recordFailure(peer: Peer, { epoch, key, flight: number }: EndedCall, error: unknown): void {
    if (isAbandonedCall(error)) this.#forgetAsks(key, peer);
    const flight = this.#inFlight.get(key);
    const isThisFlight =
      flight &&
      ((flight.epoch === epoch && flight.flight === number && flight.worker === peer.worker) ||
        (flight.isReported && !this.#isOwn(epoch) && isSamePeer(flight, peer)));
    if (!isThisFlight) return;
    this.#options.outgoing.noteEnds([key]);
    this.#removeFlight(key)?.reject(error);
  }

  /** Accepts a worker's report of what it has in flight: any other call whose permission it has received is lost. */
  reconcile(peer: Peer, { inFlight, lastFlight }: WorkInProgress): void {
    const keys = new Set(inFlight);
    const isUnderWay = ({ epoch, flight }: Flight) => this.#isOwn(epoch) && flight > lastFlight;
    for (const flight of this.#inFlight.values())
      if (!this.#isOwn(flight.epoch))
        flight.isReported ||= isSamePeer(flight, peer) && keys.has(flight.call.key);
    this.#endLost(
      flight =>
        flight.worker === peer.worker &&
        !(flight.session === peer.session && (keys.has(flight.call.key) || isUnderWay(flight))),
    );
  }

  /** Notes the calls in flight and permits them again, in case Redis has lost the latest notes and messages. */
  repeat(): void {
    for (const flight of this.#inFlight.values()) this.#sendPermission(flight);
  }

  /** Ends the calls of a worker that left, and those of any earlier session of it. */
  endCallsOf(peer: Peer): void {
    this.#endLost(
      flight =>
        flight.worker === peer.worker &&
        (flight.session === peer.session || !this.#options.isCurrentSession(flight)),
    );
  }

  #endLost(isLost: (flight: Flight) => boolean): void {
    const lostFlights = [...this.#inFlight.values()].filter(isLost);
    this.#options.outgoing.noteEnds(lostFlights.map(({ call }) => call.key));
    for (const { call } of lostFlights)
      this.#removeFlight(call.key)?.reject(
        new CallLostError("The worker that made the call is gone."),
      );
  }

  /** Removes all requests of a peer that no longer waits for this call. Otherwise further permissions would be refused like this one, forever. */
  #forgetAsks(key: string, peer: Peer): void {
    this.#filterRequesters(key, requester => !isSamePeer(requester, peer));
  }

  #filterRequesters(key: string, isKept: (requester: Peer) => boolean): void {
    const remaining = this.#requesters.get(key)?.filter(isKept) ?? [];
    if (remaining.length > 0) this.#requesters.set(key, remaining);
    else this.#requesters.delete(key);
  }

  #removeFlight(key: string): Flight | undefined {
    const flight = this.#inFlight.get(key);
    this.#inFlight.delete(key);
    return flight;
  }
}
