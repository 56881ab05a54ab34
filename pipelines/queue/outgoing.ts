// What a coordinator writes: posts to workers, and the list of calls in the air; all that comes in one turn goes as one.

import type { Connection } from "./connection.ts";
import type { NotedFlight, Outgoing } from "./flights.ts";
import { orRefused } from "./redis-errors.ts";
import { createSender, postTo } from "./post-streams.ts";
import type { CoordinatorMessage, CoordinatorPost, Peer } from "./messages.ts";
import { names } from "./names.ts";
import { type Seal, sealed } from "./seal.ts";

type Item =
  | { readonly type: "message"; readonly peer: Peer; readonly message: CoordinatorMessage }
  | { readonly type: "takes-off"; readonly flight: NotedFlight }
  | { readonly type: "landed"; readonly keys: readonly string[] };

export interface OpenOutgoing extends Outgoing {
  /** Until all of it is written. */
  flush(): Promise<void>;
}

/** Where a call of the list of calls in the air is noted, for its signature. */
export const placeOfFlight = (inAir: string, key: string): string => `${inAir} ${key}`;

/** The last word on each call: where it is noted, or null for one that has landed. */
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
  // A call is noted before a worker hears that it may be made. Not as a pipeline: of one that breaks off in its midst
  // the rest counts as failed, while commands are sent again in their order. They leave in one write all the same.
  const { stream } = redis;
  stream?.cork();
  const answers = [
    ...(up.length > 0 ? [orRefused(redis.hset(inAir, ...up))] : []),
    ...(down.length > 0 ? [orRefused(redis.hdel(inAir, ...down))] : []),
    ...postsIn(items).map(({ worker, ...post }) =>
      postTo(connection, names.toWorker(worker), post),
    ),
  ];
  stream?.uncork();
  await Promise.all(answers);
}

type Writing = Pick<Connection, "redis" | "seal">;

/** For a run, by its key. `onError` is told what could not be written. */
export function openOutgoing(
  connection: Writing,
  run: string,
  onError: (error: unknown) => void,
): OpenOutgoing {
  const sender = createSender<Item>(items => write(connection, names.flights(run), items), onError);
  return {
    send: (peer, message) => {
      const item = { type: "message", peer, message } as const;
      // A place among the calls in flight waits for this one alone.
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
