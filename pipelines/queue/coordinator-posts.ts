// Writes everything a coordinator sends to Redis, batched per event-loop turn: posts to workers, and the list of calls in flight.

import type { Connection } from "./connection.ts";
import type { FlightNote, CoordinatorPosts } from "./flights.ts";
import { withRedisErrors } from "./redis-errors.ts";
import { createSender, postTo } from "./post-streams.ts";
import type { CoordinatorMessage, CoordinatorPost, Peer } from "./messages.ts";
import { redisKeys } from "./redis-keys.ts";
import { type Seal, toSealedJson } from "./seal.ts";

type Item =
  | { readonly type: "message"; readonly peer: Peer; readonly message: CoordinatorMessage }
  | { readonly type: "flight"; readonly flight: FlightNote }
  | { readonly type: "ended"; readonly keys: readonly string[] };

export interface OpenCoordinatorPosts extends CoordinatorPosts {
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

/** What the signature of a note covers besides the note itself: the key of the list of calls in flight, and the call's own key. */
export const sealKeyOf = (flightsKey: string, key: string): string => `${flightsKey} ${key}`;

/** Returns the latest note on each call; null for one that has ended. */
function latestNotes(
  seal: Seal,
  flightsKey: string,
  items: readonly Item[],
): Map<string, string | null> {
  const flights = new Map<string, string | null>();
  for (const item of items) {
    if (item.type === "flight") {
      const { key } = item.flight.call;
      flights.set(key, toSealedJson(seal, sealKeyOf(flightsKey, key), item.flight));
    }
    if (item.type === "ended") for (const key of item.keys) flights.set(key, null);
  }
  return flights;
}

interface AddressedPost extends CoordinatorPost {
  readonly worker: string;
  readonly messages: CoordinatorMessage[];
}

function groupPosts(items: readonly Item[]): AddressedPost[] {
  const posts = new Map<string, AddressedPost>();
  for (const item of items) {
    if (item.type !== "message") continue;
    const { worker, session } = item.peer;
    const post = posts.get(`${worker} ${session}`) ?? { worker, session, messages: [] };
    post.messages.push(item.message);
    posts.set(`${worker} ${session}`, post);
  }
  return [...posts.values()];
}

async function write(
  connection: WriteConnection,
  flightsKey: string,
  items: readonly Item[],
): Promise<void> {
  const { redis, seal } = connection;
  const flights = [...latestNotes(seal, flightsKey, items)];
  const notes = flights.flatMap(([key, note]) => (note === null ? [] : [key, note]));
  const endedKeys = flights.flatMap(([key, note]) => (note === null ? [key] : []));
  // A call is noted before a worker is permitted to make it. The commands are not sent as a pipeline: if one broke off
  // halfway, the rest would count as failed, while individual commands are sent again in order. They still go out in one write.
  const { stream } = redis;
  stream?.cork();
  const answers = [
    ...(notes.length > 0 ? [withRedisErrors(redis.hset(flightsKey, ...notes))] : []),
    ...(endedKeys.length > 0 ? [withRedisErrors(redis.hdel(flightsKey, ...endedKeys))] : []),
    ...groupPosts(items).map(({ worker, ...post }) =>
      postTo(connection, redisKeys.toWorker(worker), post),
    ),
  ];
  stream?.uncork();
  await Promise.all(answers);
}

type WriteConnection = Pick<Connection, "redis" | "seal">;

/** Opens the outgoing side of a run, by its key. `onError` receives write errors. */
export function openCoordinatorPosts(
  connection: WriteConnection,
  run: string,
  onError: (error: unknown) => void,
): OpenCoordinatorPosts {
  const sender = createSender<Item>(
    items => write(connection, redisKeys.flights(run), items),
    onError,
  );
  return {
    send: (peer, message) => {
      const item = { type: "message", peer, message } as const;
      // Only this message holds up a call that the limits already allow.
      if (message.type === "go") sender.send(item);
      else sender.sendSoon(item);
    },
    noteFlight: flight => sender.sendSoon({ type: "flight", flight }),
    noteEnds: keys => {
      if (keys.length > 0) sender.sendSoon({ type: "ended", keys });
    },
    flush: () => sender.flush(),
  };
}
