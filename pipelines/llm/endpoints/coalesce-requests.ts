// Combines requests that are made at almost the same time into one, and gives each its own part of the reply.

import { ReplyError } from "../../engine/errors.ts";
import { createAbortListeners } from "../limits/abort-listeners.ts";
import type { Client, MeteredReply, SizedRequest } from "../model.ts";

/** How requests are combined, and how the reply is split among them. */
export interface Grouping<Part, PartReply, Group, GroupReply> {
  gather(parts: readonly Part[]): Group;
  /** One reply for each part, in their order. */
  share(reply: GroupReply, parts: readonly Part[]): readonly PartReply[];
}

export interface GroupLimits {
  readonly maxParts: number;
  /** Maximum bytes of all parts together; a larger part is sent alone. */
  readonly maxBytes: number;
  /** Milliseconds that the first part waits for others. */
  readonly wait: number;
}

interface Member<Part, PartReply> {
  readonly part: Part;
  readonly signal: AbortSignal;
  readonly resolve: (reply: PartReply) => void;
  readonly reject: (reason: unknown) => void;
  /** The group it was sent with; absent until then. */
  group?: { memberCount: number; readonly stop: AbortController };
  isOver: boolean;
}

/** Divides a total among parts in proportion to their sizes, which are not all 0, in whole numbers that add up to it. */
export function divideInProportion(total: number, sizes: readonly number[]): number[] {
  const roundedTotal = Math.round(total);
  const sum = sizes.reduce((subtotal, size) => subtotal + size, 0);
  let sizeSoFar = 0;
  let shareSoFar = 0;
  return sizes.map(size => {
    sizeSoFar += size;
    const shareEnd = Math.floor((roundedTotal * sizeSoFar) / sum);
    const share = shareEnd - shareSoFar;
    shareSoFar = shareEnd;
    return share;
  });
}

/** Whether the server refused what was sent, perhaps because of a single part, or of too many parts. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ReplyError && error.code === "bad-request";

type CallGroup<Part, PartReply> = (
  parts: readonly Part[],
  signal: AbortSignal,
) => Promise<readonly PartReply[]>;

/** Gathers members until a group is full or the first one has waited long enough, and ends each member once. */
class Coalescer<Part extends SizedRequest, PartReply> {
  readonly #limits: GroupLimits;
  readonly #call: CallGroup<Part, PartReply>;
  /** Maximum number of parts in later groups. */
  #maxParts: number;
  #waiting: Member<Part, PartReply>[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #aborts = createAbortListeners<Member<Part, PartReply>>((members, reason) => {
    for (const member of members) this.#leave(member, reason);
  });

  constructor(limits: GroupLimits, call: CallGroup<Part, PartReply>) {
    this.#limits = limits;
    this.#call = call;
    this.#maxParts = limits.maxParts;
  }

  complete(part: Part, signal: AbortSignal): Promise<PartReply> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const member = { part, signal, resolve, reject, isOver: false };
      this.#aborts.add(signal, member);
      this.#add(member);
    });
  }

  #add(member: Member<Part, PartReply>): void {
    const { maxBytes, wait } = this.#limits;
    if (this.#waitingBytes + member.part.maxInputTokens > maxBytes) this.#flush();
    this.#waiting.push(member);
    this.#waitingBytes += member.part.maxInputTokens;
    if (this.#waiting.length >= this.#maxParts || this.#waitingBytes >= maxBytes) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), wait);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const members = this.#waiting.filter(({ isOver }) => !isOver);
    this.#waiting = [];
    this.#waitingBytes = 0;
    const group = { memberCount: members.length, stop: new AbortController() };
    for (const member of members) member.group = group;
    void this.#send(members, group.stop.signal);
  }

  /** Sends a group, and its halves if it is refused. Resolves once all members have ended: true if all were answered. */
  async #send(group: readonly Member<Part, PartReply>[], signal: AbortSignal): Promise<boolean> {
    const members = group.filter(({ isOver }) => !isOver);
    if (members.length === 0) return false;
    try {
      const parts = members.map(({ part }) => part);
      const shares = await this.#call(parts, signal);
      for (const [index, member] of members.entries())
        this.#end(member, () => member.resolve(shares[index] as PartReply));
      return true;
    } catch (error) {
      if (members.length > 1 && isRefusal(error)) return this.#sendHalves(members, signal);
      for (const member of members) this.#end(member, () => member.reject(error));
      return false;
    }
  }

  async #sendHalves(
    members: readonly Member<Part, PartReply>[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const middle = Math.ceil(members.length / 2);
    const answered = await Promise.all([
      this.#send(members.slice(0, middle), signal),
      this.#send(members.slice(middle), signal),
    ]);
    const isAnswered = answered.every(Boolean);
    // All parts were answered in groups of this size, so the group was only too large.
    if (isAnswered) this.#maxParts = Math.min(this.#maxParts, middle);
    return isAnswered;
  }

  /** Ends a stopped member. Once all members of a group have stopped, the group's request is aborted. */
  #leave(member: Member<Part, PartReply>, reason: unknown): void {
    this.#end(member, () => member.reject(reason));
    if (member.group?.memberCount === 0) member.group.stop.abort(reason);
  }

  #end(member: Member<Part, PartReply>, settle: () => void): void {
    if (member.isOver) return;
    member.isOver = true;
    this.#aborts.remove(member.signal, member);
    if (member.group) member.group.memberCount--;
    settle();
  }
}

/**
 * Creates a client for individual requests from one for groups. A refused group is sent again in halves, so that a
 * part that cannot be answered fails alone; if all of its parts are then answered, groups stay that small. A part
 * whose signal aborts ends at once; the group continues for the others.
 */
export function withCoalescing<
  Part extends SizedRequest,
  PartReply extends MeteredReply,
  Group extends SizedRequest,
  GroupReply extends MeteredReply,
  Settings extends object,
>(
  client: Client<Group, GroupReply, Settings>,
  { gather, share }: Grouping<Part, PartReply, Group, GroupReply>,
  limits: GroupLimits,
): Client<Part, PartReply, Settings> {
  const coalescer = new Coalescer<Part, PartReply>(limits, async (parts, signal) =>
    share(await client.complete(gather(parts), signal), parts),
  );
  const { name, settings, paid } = client;
  return { name, settings, paid, complete: (part, signal) => coalescer.complete(part, signal) };
}
