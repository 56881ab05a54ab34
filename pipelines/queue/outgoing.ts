// Everything a coordinator writes to Redis, batched per event-loop turn: posts to workers, and the list of calls in flight.

import type { Connection } from "./connection.ts";
import type { NotedFlight, Outgoing } from "./flights.ts";
import { withRedisErrors } from "./redis-errors.ts";
import { createSender, postTo } from "./post-streams.ts";
import type { CoordinatorMessage, CoordinatorPost, Peer } from "./messages.ts";
import { names } from "./names.ts";
import { type Seal, sealed } from "./seal.ts";

type Item =
  | { readonly type: "message"; readonly peer: Peer; readonly message: CoordinatorMessage }
  | { readonly type: "takes-off"; readonly flight: NotedFlight }
  | { readonly type: "landed"; readonly keys: readonly string[] };

export interface OpenOutgoing extends Outgoing {
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

/** The place of a call in the list of calls in flight, for its signature. */
export const placeOfFlight = (inAir: string, key: string): string => `${inAir} ${key}`;

/** The latest note on each call; null for one that has landed. */
function flightsIn(seal: Seal, inAir: string, items: readonly Item[]): Map<string, string | null> {
  const flights = new Map<string, string | null>();
  for (const item of items) {
    if (item.type === "takes-off") {
      const { key } = item.flight.call;
      flights.set(key, sealed(seal, placeOfFlight(inAir, key), item.flight));
    }
    if (item.type === "landed") for (const key of item.keys) flights.set(key, null);
  }
  return flights;
}

interface Addressed extends CoordinatorPost {
  readonly worker: string;
  readonly messages: CoordinatorMessage[];
}

function postsIn(items: readonly Item[]): Addressed[] {
  const posts = new Map<string, Addressed>();
  for (const item of items) {
    if (item.type !== "message") continue;
    const { worker, session } = item.peer;
    const post = posts.get(`${worker} ${session}`) ?? { worker, session, messages: [] };
    post.messages.push(item.message);
    posts.set(`${worker} ${session}`, post);
  }
  return [...posts.values()];
}

async function write(connection: Writing, inAir: string, items: readonly Item[]): Promise<void> {
  const { redis, seal } = connection;
  const flights = [...flightsIn(seal, inAir, items)];
  const up = flights.flatMap(([key, noted]) => (noted === null ? [] : [key, noted]));
  const down = flights.flatMap(([key, noted]) => (noted === null ? [key] : []));
  // A call is noted before a worker is permitted to make it. Not as a pipeline: if one breaks off half-way,
  // the rest counts as failed, while single commands are sent again in order. They still leave in one write.
  const { stream } = redis;
  stream?.cork();
  const answers = [
    ...(up.length > 0 ? [withRedisErrors(redis.hset(inAir, ...up))] : []),
    ...(down.length > 0 ? [withRedisErrors(redis.hdel(inAir, ...down))] : []),
    ...postsIn(items).map(({ worker, ...post }) =>
      postTo(connection, names.toWorker(worker), post),
    ),
  ];
  stream?.uncork();
  await Promise.all(answers);
}

type Writing = Pick<Connection, "redis" | "seal">;

/** Opens the outgoing side of a run, by its key. `onError` gets errors of writing. */
export function openOutgoing(
  connection: Writing,
  run: string,
  onError: (error: unknown) => void,
): OpenOutgoing {
  const sender = createSender<Item>(items => write(connection, names.flights(run), items), onError);
  return {
    send: (peer, message) => {
      const item = { type: "message", peer, message } as const;
      // A free slot for a call in flight waits for this message alone.
      if (message.type === "go") sender.send(item);
      else sender.sendSoon(item);
    },
    takesOff: flight => sender.sendSoon({ type: "takes-off", flight }),
    landed: keys => {
      if (keys.length > 0) sender.sendSoon({ type: "landed", keys });
    },
    flush: () => sender.flush(),
  };
}
