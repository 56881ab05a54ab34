// The calls that workers make for a coordinator: who may make which, which are in flight, and their outcomes.

import { z } from "zod";
import { ReplyError } from "../engine/errors.ts";
import type { Client, ModelReply } from "../llm/model.ts";
import { AskedCallForm } from "./message-forms.ts";
import type { AskedCall, CoordinatorMessage, InHand, Peer, WorkerMessage } from "./messages.ts";

export const isSame = (a: Peer, b: Peer): boolean =>
  a.worker === b.worker && a.session === b.session;

/** A call in flight, as noted for a restarted coordinator, perhaps of another version. */
export const NotedFlight = z.object({
  worker: z.string(),
  session: z.string(),
  call: AskedCallForm,
  /** The permission: its number, and the coordinator start that gave it. */
  epoch: z.string(),
  flight: z.int(),
});
export interface NotedFlight extends Peer {
  readonly call: AskedCall;
  readonly epoch: string;
  readonly flight: number;
}

/** Messages to workers and notes on their calls, sent in order. */
export interface Outgoing {
  send(peer: Peer, message: CoordinatorMessage): void;
  /** Notes that the call is in flight from now on, before the next message is sent. */
  takesOff(flight: NotedFlight): void;
  /** Notes calls that are no longer in flight. */
  landed(keys: readonly string[]): void;
}

/** The worker left while making the call: no reply will come, and it may have been billed. */
export class CallLost extends Error {
  override readonly name = "CallLost";
}

/** Whoever asked left before the call was made: nothing was sent. */
export const nobodyAsks = () =>
  new ReplyError("technical", "worker-lost", "the worker that asked is gone", null);

export const isNobodyAsks = (error: unknown): boolean =>
  error instanceof ReplyError && error.code === "worker-lost";

interface Flight extends NotedFlight {
  readonly isPaid: boolean;
  /** The worker has reported that it makes this call, whatever permission it had. */
  isInHand: boolean;
  readonly reply: Promise<ModelReply>;
  readonly resolve: (reply: ModelReply) => void;
  readonly reject: (error: unknown) => void;
}

type EndedCall = Pick<Extract<WorkerMessage, { type: "failed" }>, "epoch" | "key" | "flight">;

function startFlight(noted: NotedFlight, isPaid: boolean): Flight {
  let resolve: Flight["resolve"] = () => undefined;
  let reject: Flight["reject"] = () => undefined;
  const reply = new Promise<ModelReply>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A call that was taken over may end before anybody waits for it.
  reply.catch(() => undefined);
  return { ...noted, isPaid, isInHand: false, reply, resolve, reject };
}

export interface FlightsOptions {
  readonly epoch: string;
  readonly outgoing: Outgoing;
  /** Whether this session of the worker is thought to be there. */
  readonly isThere: (peer: Peer) => boolean;
}

/** The fields that identify a client. */
type Head<Settings extends object> = Pick<
  Client<never, never, Settings>,
  "name" | "settings" | "paid"
>;

export class Flights {
  readonly #options: FlightsOptions;
  /** Peers that wait for the reply to a key, one entry per ask. */
  readonly #askers = new Map<string, Peer[]>();
  readonly #flying = new Map<string, Flight>();
  /** Keys of permitted calls without a reply yet, given up or not. */
  readonly #letOut = new Set<string>();
  /** Replies that have arrived but are not journaled yet. */
  readonly #arrived = new Map<string, ModelReply>();
  #number = 0;

  constructor(options: FlightsOptions) {
    this.#options = options;
  }

  get flying(): number {
    return this.#flying.size;
  }

  /**
   * Takes the place of an endpoint's client: permits a worker that asked for the call to make it, once.
   * Throws CallLost if that worker leaves meanwhile, and ReplyError("worker-lost") if nobody who asked is there any more.
   */
  client<Settings extends object>(head: Head<Settings>): Client<AskedCall, ModelReply, Settings> {
    const { name, settings, paid } = head;
    return { name, settings, paid, complete: call => this.#fly(call, paid) };
  }

  async #fly(call: AskedCall, paid: boolean): Promise<ModelReply> {
    const { key } = call;
    const here = this.#arrived.get(key);
    if (here) return here;
    const flying = this.#flying.get(key);
    if (flying) return flying.reply;
    const peer = this.#askers.get(key)?.findLast(this.#options.isThere);
    if (!peer) throw nobodyAsks();
    const flight = startFlight(
      { ...peer, call, epoch: this.#options.epoch, flight: ++this.#number },
      paid,
    );
    this.#flying.set(key, flight);
    this.#letOut.add(key);
    this.#announce(flight);
    return flight.reply;
  }

  /** Whether a reply to this key may come: this coordinator or the previous one let a worker make the call. */
  wasLetOut(key: string): boolean {
    return this.#letOut.has(key);
  }

  #announce({ worker, session, call, epoch, flight, isPaid }: Flight): void {
    const { outgoing } = this.#options;
    if (isPaid) outgoing.takesOff({ worker, session, call, epoch, flight });
    if (this.#isOwn(epoch))
      outgoing.send({ worker, session }, { type: "go", epoch, key: call.key, flight });
  }

  /** Whether this coordinator gave the permission; other calls were taken over. */
  #isOwn(epoch: string): boolean {
    return epoch === this.#options.epoch;
  }

  /** Records that the worker waits for the reply to this key; the returned function ends that. */
  ask(key: string, peer: Peer): () => void {
    this.#askers.set(key, [...(this.#askers.get(key) ?? []), peer]);
    return () => this.#keepAskers(key, asker => asker !== peer);
  }

  /** Whether the asker, as given to `ask`, still waits. */
  isWaitedFor(key: string, asker: Peer): boolean {
    return this.#options.isThere(asker) && (this.#askers.get(key)?.includes(asker) ?? false);
  }

  /** Takes over a call that an earlier coordinator let this worker make. */
  adopt(noted: NotedFlight): void {
    this.#letOut.add(noted.call.key);
    this.#flying.set(noted.call.key, startFlight(noted, true));
  }

  /** Takes a reply, from any worker; it is at hand until `journaled`. */
  replied(key: string, reply: ModelReply): void {
    this.#arrived.set(key, reply);
    this.#land(key)?.resolve(reply);
  }

  journaled(key: string): void {
    this.#arrived.delete(key);
    this.#letOut.delete(key);
  }

  /**
   * A permitted call ended without a reply. After a stop this may be read a second time: it is not about
   * a later call of the same key.
   */
  failed(peer: Peer, { epoch, key, flight: number }: EndedCall, error: unknown): void {
    if (isNobodyAsks(error)) this.#forgetAsks(key, peer);
    const flight = this.#flying.get(key);
    const isMeant =
      flight &&
      ((flight.epoch === epoch && flight.flight === number && flight.worker === peer.worker) ||
        (flight.isInHand && !this.#isOwn(epoch) && isSame(flight, peer)));
    if (!isMeant) return;
    this.#options.outgoing.landed([key]);
    this.#land(key)?.reject(error);
  }

  /** Takes a worker's report of what it has in flight: every other call it was permitted and has heard of is lost. */
  here(peer: Peer, { inFlight, lastFlight }: InHand): void {
    const keys = new Set(inFlight);
    const isOnItsWay = ({ epoch, flight }: Flight) => this.#isOwn(epoch) && flight > lastFlight;
    for (const flight of this.#flying.values())
      if (!this.#isOwn(flight.epoch))
        flight.isInHand ||= isSame(flight, peer) && keys.has(flight.call.key);
    this.#lose(
      flight =>
        flight.worker === peer.worker &&
        !(flight.session === peer.session && (keys.has(flight.call.key) || isOnItsWay(flight))),
    );
  }

  /** Notes again what may be in flight, in case Redis has lost the last notes. */
  repeat(): void {
    for (const flight of this.#flying.values()) this.#announce(flight);
  }

  /** Ends the calls of a worker that left, and those of any earlier session of it. */
  lost(peer: Peer): void {
    this.#lose(
      flight =>
        flight.worker === peer.worker &&
        (flight.session === peer.session || !this.#options.isThere(flight)),
    );
  }

  #lose(isLost: (flight: Flight) => boolean): void {
    const lost = [...this.#flying.values()].filter(isLost);
    this.#options.outgoing.landed(lost.map(({ call }) => call.key));
    for (const { call } of lost)
      this.#land(call.key)?.reject(new CallLost("The worker that made the call is gone."));
  }

  /** Removes all asks of a peer that no longer waits: they were answered twice. Another permission would be refused like this one, for ever. */
  #forgetAsks(key: string, peer: Peer): void {
    this.#keepAskers(key, asker => !isSame(asker, peer));
  }

  #keepAskers(key: string, isKept: (asker: Peer) => boolean): void {
    const remaining = this.#askers.get(key)?.filter(isKept) ?? [];
    if (remaining.length > 0) this.#askers.set(key, remaining);
    else this.#askers.delete(key);
  }

  #land(key: string): Flight | undefined {
    const flight = this.#flying.get(key);
    this.#flying.delete(key);
    return flight;
  }
}
