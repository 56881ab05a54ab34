// Combines requests that are made at almost the same time into one, and gives each its own part of the reply.

import { ReplyError } from "../../engine/errors.ts";
import { createAbortListeners } from "../limits/abort-listeners.ts";
import type { Client, MeteredReply, SizedRequest } from "../model.ts";

/** How requests are combined, and how the reply is split among them. */
export interface Grouping<
  Part extends SizedRequest,
  PartReply,
  Group extends SizedRequest,
  GroupReply,
> {
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

/** Divides a total among parts in proportion to their sizes, in whole numbers that add up to it. */
export function divideInProportion(total: number, sizes: readonly number[]): number[] {
  const roundedTotal = Math.round(total);
  const sum = sizes.reduce((subtotal, size) => subtotal + size, 0);
  let sizeSoFar = 0;
  let shareSoFar = 0;
  return sizes.map((size, index) => {
    sizeSoFar += size;
    const shareEnd =
      sum > 0
        ? Math.floor((roundedTotal * sizeSoFar) / sum)
        : Math.floor((roundedTotal * (index + 1)) / sizes.length);
    const share = shareEnd - shareSoFar;
    shareSoFar = shareEnd;
    return share;
  });
}

/** A refusal of what was sent, which may be due to a single part, or to too many parts. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ReplyError && error.code === "bad-request";

interface MemberEnds<AnyMember> {
  enter(member: AnyMember): void;
  end(member: AnyMember, settle: () => void): void;
}

/** Ends each member once: with its reply, its failure, or its own stop. Once all members of a group have stopped, its request is aborted. */
function createMemberEnds<AnyMember extends Member<unknown, never>>(): MemberEnds<AnyMember> {
  const leave = (member: AnyMember, reason: unknown): void => {
    end(member, () => member.reject(reason));
    if (member.group?.memberCount === 0) member.group.stop.abort(reason);
  };
  const listeners = createAbortListeners<AnyMember>((members, reason) => {
    for (const member of members) leave(member, reason);
  });
  const end = (member: AnyMember, settle: () => void): void => {
    if (member.isOver) return;
    member.isOver = true;
    listeners.remove(member.signal, member);
    if (member.group) member.group.memberCount--;
    settle();
  };
  return { enter: member => listeners.add(member.signal, member), end };
}

interface Queue<AnyMember> {
  add(member: AnyMember): void;
  /** Limits all further groups to this many parts. */
  limitParts(parts: number): void;
}

/** Gathers members until a group is full or the first one has waited long enough. */
function createQueue<AnyMember extends Member<SizedRequest, never>>(
  { maxParts, maxBytes, wait }: GroupLimits,
  send: (members: AnyMember[]) => void,
): Queue<AnyMember> {
  let partLimit = maxParts;
  let waitingMembers: AnyMember[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const members = waitingMembers.filter(({ isOver }) => !isOver);
    waitingMembers = [];
    bytes = 0;
    if (members.length > 0) send(members);
  };
  const add = (member: AnyMember): void => {
    if (bytes + member.part.maxInputTokens > maxBytes) flush();
    waitingMembers.push(member);
    bytes += member.part.maxInputTokens;
    if (waitingMembers.length >= partLimit || bytes >= maxBytes) flush();
    else timer ??= setTimeout(flush, wait);
  };
  return {
    add,
    limitParts: parts => {
      partLimit = Math.min(partLimit, parts);
    },
  };
}

interface GroupCallerParts<Part, PartReply> {
  /** The replies to a group, one for each part. */
  readonly replies: (parts: readonly Part[], signal: AbortSignal) => Promise<readonly PartReply[]>;
  readonly end: MemberEnds<Member<Part, PartReply>>["end"];
  /** A group was refused, but all of its parts were answered in groups of this size. */
  readonly onTooMany: (partCount: number) => void;
}

/** Sends a group, and its halves if it is refused. Resolves once all members have ended: true if all were answered. */
function createGroupCaller<Part, PartReply>({
  replies,
  end,
  onTooMany,
}: GroupCallerParts<Part, PartReply>): (
  members: readonly Member<Part, PartReply>[],
  signal: AbortSignal,
) => Promise<boolean> {
  type Members = readonly Member<Part, PartReply>[];
  const callHalves = async (members: Members, signal: AbortSignal): Promise<boolean> => {
    const middle = Math.ceil(members.length / 2);
    const [first, second] = await Promise.all([
      callGroup(members.slice(0, middle), signal),
      callGroup(members.slice(middle), signal),
    ]);
    if (first && second) onTooMany(middle);
    return first && second;
  };
  const callGroup = async (group: Members, signal: AbortSignal): Promise<boolean> => {
    const members = group.filter(({ isOver }) => !isOver);
    if (members.length === 0) return false;
    try {
      const shares = await replies(
        members.map(({ part }) => part),
        signal,
      );
      for (const [index, member] of members.entries())
        end(member, () => member.resolve(shares[index] as PartReply));
      return true;
    } catch (error) {
      if (members.length > 1 && isRefusal(error)) return callHalves(members, signal);
      for (const member of members) end(member, () => member.reject(error));
      return false;
    }
  };
  return callGroup;
}

/**
 * Creates a client for individual requests from one for groups. A refused group is sent again in halves, so that a part
 * that cannot be answered fails alone; if all of its parts are answered then, groups stay that small. A part whose signal
 * aborts ends at once; the group continues for the others.
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
  const { enter, end } = createMemberEnds<Member<Part, PartReply>>();
  const callGroup = createGroupCaller<Part, PartReply>({
    replies: async (parts, signal) => share(await client.complete(gather(parts), signal), parts),
    end,
    onTooMany: partCount => queue.limitParts(partCount),
  });
  const queue = createQueue<Member<Part, PartReply>>(limits, members => {
    const group = { memberCount: members.length, stop: new AbortController() };
    for (const member of members) member.group = group;
    void callGroup(members, group.stop.signal);
  });
  const complete = (part: Part, signal: AbortSignal): Promise<PartReply> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const member: Member<Part, PartReply> = { part, signal, resolve, reject, isOver: false };
      enter(member);
      queue.add(member);
    });
  return { name: client.name, settings: client.settings, paid: client.paid, complete };
}
