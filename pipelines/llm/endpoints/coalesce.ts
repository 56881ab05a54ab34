// Combines requests that come close together into one, and gives each its own part of the reply.

import { ReplyError } from "../../engine/errors.ts";
import { createAbortListeners } from "../limits/abort-listeners.ts";
import type { Client, Metered, Sized } from "../model.ts";

/** How requests are combined, and how the reply is split among them. */
export interface Grouping<Part extends Sized, PartReply, Group extends Sized, GroupReply> {
  gather(parts: readonly Part[]): Group;
  /** One reply for each part, in their order. */
  share(reply: GroupReply, parts: readonly Part[]): readonly PartReply[];
}

export interface GroupLimits {
  readonly maxParts: number;
  /** Limit for all parts together; a larger part is sent alone. */
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
  group?: { left: number; readonly stop: AbortController };
  over: boolean;
}

/** Divides a total among parts in proportion to their sizes, in whole numbers that add up to it. */
export function sharedOut(total: number, sizes: readonly number[]): number[] {
  const whole = Math.round(total);
  const sum = sizes.reduce((left, size) => left + size, 0);
  let passed = 0;
  let given = 0;
  return sizes.map((size, index) => {
    passed += size;
    const until =
      sum > 0
        ? Math.floor((whole * passed) / sum)
        : Math.floor((whole * (index + 1)) / sizes.length);
    const share = until - given;
    given = until;
    return share;
  });
}

/** A refusal of what was sent, which may be due to a single part, or to too many parts. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ReplyError && error.code === "bad-request";

interface Ends<Waiting> {
  enter(member: Waiting): void;
  end(member: Waiting, settle: () => void): void;
}

/** Ends each member once: with its reply, its failure, or its own stop. When all members of a group have stopped, so does its request. */
function createEnds<Waiting extends Member<unknown, never>>(): Ends<Waiting> {
  const leave = (member: Waiting, reason: unknown): void => {
    end(member, () => member.reject(reason));
    if (member.group?.left === 0) member.group.stop.abort(reason);
  };
  const listeners = createAbortListeners<Waiting>((members, reason) => {
    for (const member of members) leave(member, reason);
  });
  const end = (member: Waiting, settle: () => void): void => {
    if (member.over) return;
    member.over = true;
    listeners.remove(member.signal, member);
    if (member.group) member.group.left--;
    settle();
  };
  return { enter: member => listeners.add(member.signal, member), end };
}

interface Queue<Waiting> {
  join(member: Waiting): void;
  /** Limits all further groups to this many parts. */
  atMost(parts: number): void;
}

/** Gathers members until a group is full or the first one has waited long enough. */
function createQueue<Waiting extends Member<Sized, never>>(
  { maxParts, maxBytes, wait }: GroupLimits,
  send: (members: Waiting[]) => void,
): Queue<Waiting> {
  let partLimit = maxParts;
  let waiting: Waiting[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const members = waiting.filter(({ over }) => !over);
    waiting = [];
    bytes = 0;
    if (members.length > 0) send(members);
  };
  const join = (member: Waiting): void => {
    if (bytes + member.part.maxInputTokens > maxBytes) flush();
    waiting.push(member);
    bytes += member.part.maxInputTokens;
    if (waiting.length >= partLimit || bytes >= maxBytes) flush();
    else timer ??= setTimeout(flush, wait);
  };
  return {
    join,
    atMost: parts => {
      partLimit = Math.min(partLimit, parts);
    },
  };
}

interface Asking<Part, PartReply> {
  /** The replies to a group, one for each part. */
  readonly replies: (parts: readonly Part[], signal: AbortSignal) => Promise<readonly PartReply[]>;
  readonly end: Ends<Member<Part, PartReply>>["end"];
  /** A group was refused, but all of its parts were answered in groups of this size. */
  readonly onTooMany: (answered: number) => void;
}

/** Sends a group, and its halves if it is refused. Resolves once all members have ended: true if all were answered. */
function createAsker<Part, PartReply>({
  replies,
  end,
  onTooMany,
}: Asking<Part, PartReply>): (
  members: readonly Member<Part, PartReply>[],
  signal: AbortSignal,
) => Promise<boolean> {
  type Members = readonly Member<Part, PartReply>[];
  const halves = async (members: Members, signal: AbortSignal): Promise<boolean> => {
    const middle = Math.ceil(members.length / 2);
    const [first, second] = await Promise.all([
      ask(members.slice(0, middle), signal),
      ask(members.slice(middle), signal),
    ]);
    if (first && second) onTooMany(middle);
    return first && second;
  };
  const ask = async (all: Members, signal: AbortSignal): Promise<boolean> => {
    const members = all.filter(({ over }) => !over);
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
      if (members.length > 1 && isRefusal(error)) return halves(members, signal);
      for (const member of members) end(member, () => member.reject(error));
      return false;
    }
  };
  return ask;
}

/**
 * A client for single requests on top of one for groups. A refused group is sent again in halves, so that a part that
 * cannot be answered fails alone; if all of its parts are answered then, groups stay that small. A part whose signal
 * aborts leaves at once; the group goes on for the others.
 */
export function coalescing<
  Part extends Sized,
  PartReply extends Metered,
  Group extends Sized,
  GroupReply extends Metered,
  Settings extends object,
>(
  client: Client<Group, GroupReply, Settings>,
  { gather, share }: Grouping<Part, PartReply, Group, GroupReply>,
  limits: GroupLimits,
): Client<Part, PartReply, Settings> {
  const { enter, end } = createEnds<Member<Part, PartReply>>();
  const ask = createAsker<Part, PartReply>({
    replies: async (parts, signal) => share(await client.complete(gather(parts), signal), parts),
    end,
    onTooMany: answered => queue.atMost(answered),
  });
  const queue = createQueue<Member<Part, PartReply>>(limits, members => {
    const group = { left: members.length, stop: new AbortController() };
    for (const member of members) member.group = group;
    void ask(members, group.stop.signal);
  });
  const complete = (part: Part, signal: AbortSignal): Promise<PartReply> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const member: Member<Part, PartReply> = { part, signal, resolve, reject, over: false };
      enter(member);
      queue.join(member);
    });
  return { name: client.name, settings: client.settings, paid: client.paid, complete };
}
