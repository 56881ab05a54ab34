// Whether a Redis is set up so that a queue can rely on it.

import type { Redis } from "ioredis";
import { isLoopback, type QueuePlace } from "./place.ts";

const oldest = [6, 2] as const;

/** Notices, for people, of what makes this Redis unfit for a queue; none of what it does not tell. */
export async function checkServer(
  redis: Redis,
  { host, password }: Pick<QueuePlace, "host" | "password">,
): Promise<string[]> {
  const told = async (name: string) => {
    const answer = await redis.config("GET", name).catch(() => []);
    return Array.isArray(answer) ? String(answer[1] ?? "") : "";
  };
  const [appendOnly, policy, info] = await Promise.all([
    told("appendonly"),
    told("maxmemory-policy"),
    redis.info("server").catch(() => ""),
  ]);
  const version = /^redis_version:((\d+)\.(\d+)\S*)/m.exec(info);
  const [major, minor] = [Number(version?.[2]), Number(version?.[3])];
  return [
    appendOnly === "no"
      ? "Redis keeps nothing on disk (appendonly no): when it is started again, the queue is lost. Start it with --appendonly yes."
      : "",
    policy !== "" && policy !== "noeviction"
      ? `Redis throws keys away when its memory is full (maxmemory-policy ${policy}): set it to noeviction.`
      : "",
    major < oldest[0] || (major === oldest[0] && minor < oldest[1])
      ? `Redis ${version?.[1]} is older than ${oldest.join(".")}: install a newer one.`
      : "",
    // It answered without one.
    password === undefined && !isLoopback(host)
      ? "Redis takes commands without a password: whoever reaches it can change the run and have its models asked. Set one, and RAGWRIGHT_QUEUE_PASSWORD here and with the workers."
      : "",
  ].filter(text => text !== "");
}
