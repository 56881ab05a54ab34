// What a coordinator writes reaches Redis in the order in which it must be found there after a stop.

import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import type { FlightNote } from "../../pipelines/queue/flights.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { createSeal } from "../../pipelines/queue/seal.ts";
import { openCoordinatorPosts } from "../../pipelines/queue/coordinator-posts.ts";
import { aCall } from "../llm/requests.ts";

const peer = { worker: "a", session: "a1" };
const go = (key: string, flight: number) => ({ type: "go", epoch: "e1", key, flight }) as const;
const flightOf = (key: string, flight = 1): FlightNote => ({
  ...peer,
  epoch: "e1",
  flight,
  call: aCall(key),
});

/** Notes commands in the order in which they are given. */
function noting(refused?: string) {
  const commands: string[] = [];
  const note =
    (name: string, text: (args: readonly string[]) => string) =>
    async (...args: string[]) => {
      commands.push(`${name} ${text(args)}`);
      if (name === refused)
        throw Object.assign(new Error("OOM command not allowed"), { name: "ReplyError" });
      return 1;
    };
  const pairs = ([, ...rest]: readonly string[]) =>
    rest.filter((_, index) => index % 2 === 0).join();
  const redis = {
    hset: note("hset", pairs),
    hdel: note("hdel", ([, ...keys]) => keys.join()),
    xadd: note("xadd", ([stream, , , post = "{}"]) => {
      const { session, messages } = JSON.parse(post) as {
        session: string;
        messages: { type: string; key?: string }[];
      };
      return `${stream} ${session} ${messages.map(({ type, key }) => `${type} ${key ?? ""}`.trim()).join()}`;
    }),
  } as unknown as Redis;
  return { commands, redis };
}

const seal = createSeal(undefined);

const unexpected = (error: unknown) => {
  throw error;
};

test("a call is noted before its worker hears that it may be made", async () => {
  const { commands, redis } = noting();
  const outgoing = openCoordinatorPosts({ redis, seal }, "r1", unexpected);
  outgoing.noteFlight(flightOf("k"));
  outgoing.send(peer, go("k", 1));
  await outgoing.flush();
  expect(commands).toEqual(["hset k", `xadd ${redisKeys.toWorker("a")} a1 go k`]);
});

test("of one call only the last word counts, in one turn and over many", async () => {
  const { commands, redis } = noting();
  const outgoing = openCoordinatorPosts({ redis, seal }, "r1", unexpected);
  outgoing.noteFlight(flightOf("up"));
  outgoing.noteEnds(["up", "down"]);
  outgoing.noteFlight(flightOf("up", 2));
  outgoing.noteFlight(flightOf("down"));
  outgoing.noteEnds(["down"]);
  outgoing.noteEnds([]);
  await outgoing.flush();
  outgoing.noteEnds(["up"]);
  await outgoing.flush();
  expect(commands).toEqual(["hset up", "hdel down", "hdel up"]);
});

test("each session of a worker has its messages in turn, in a post of its own", async () => {
  const { commands, redis } = noting();
  const outgoing = openCoordinatorPosts({ redis, seal }, "r1", unexpected);
  outgoing.send(peer, { type: "kept", epoch: "e1", keys: ["k"] });
  outgoing.send({ worker: "a", session: "a2" }, go("m", 1));
  outgoing.send(peer, go("l", 2));
  await outgoing.flush();
  expect(commands).toEqual([
    `xadd ${redisKeys.toWorker("a")} a1 kept,go l`,
    `xadd ${redisKeys.toWorker("a")} a2 go m`,
  ]);
});
