// Checks whether a Redis server is set up so that a queue can rely on it.

import type { Redis } from "ioredis";
import { isLoopback, type QueueAddress } from "./queue-address.ts";

/** Oldest version of Redis with which a queue works. */
const minVersion = [6, 2] as const;

/** Returns notices about what makes this Redis server unfit for a queue; settings that it does not report are not checked. */
export async function checkServer(
  redis: Redis,
  { host, password }: Pick<QueueAddress, "host" | "password">,
): Promise<string[]> {
  const setting = async (name: string) => {
    const answer = await redis.config("GET", name).catch(() => []);
    return Array.isArray(answer) ? String(answer[1] ?? "") : "";
  };
  const [appendOnly, policy, info] = await Promise.all([
    setting("appendonly"),
    setting("maxmemory-policy"),
    redis.info("server").catch(() => ""),
  ]);
  const version = /^redis_version:((\d+)\.(\d+)\S*)/m.exec(info);
  const [major, minor] = [Number(version?.[2]), Number(version?.[3])];
  return [
    appendOnly === "no"
      ? "Redis keeps nothing on disk (appendonly no): if it restarts, the queue is lost. Start it with --appendonly yes."
      : "",
    policy !== "" && policy !== "noeviction"
      ? `Redis deletes keys when its memory is full (maxmemory-policy ${policy}): set it to noeviction.`
      : "",
    major < minVersion[0] || (major === minVersion[0] && minor < minVersion[1])
      ? `Redis ${version?.[1]} is older than ${minVersion.join(".")}: install a newer one.`
      : "",
    // The server answered without a password.
    password === undefined && !isLoopback(host)
      ? "Redis accepts commands without a password: anyone who can reach it can change the run and call its models. Set one, and RAGWRIGHT_QUEUE_PASSWORD here and on the workers."
      : "",
  ].filter(text => text !== "");
}
