// Texts in Redis under the hash of what they say.

import { hash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type Blobs, openBlobs, pack, unpack } from "../../pipelines/queue/blobs.ts";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";
import { describeWithRedis } from "../support/redis.ts";
import { connectToRedis } from "./redis-connection.ts";

describeWithRedis("blobs", () => {
  const { connection } = connectToRedis();
  const redis = () => connection().redis;
  let blobs: Blobs;
  beforeEach(async () => {
    await redis().flushall();
    blobs = openBlobs(redis());
  });

  test("a text comes back as it was put, under the hash of what it says, and takes less room", async () => {
    for (const text of ["", "a", "检索增强生成 \u0000\n🦉", "句子。".repeat(500_000)]) {
      const name = await blobs.put(text);
      expect(name).toBe(hash("sha256", text));
      expect((await blobs.get(name)) === text).toBe(true);
    }
    expect(
      await redis().strlen(redisKeys.blob(hash("sha256", "句子。".repeat(500_000)))),
    ).toBeLessThan(50_000);
  });

  test("a text that is gone, or is another one, is told", async () => {
    const [gone, changed, rubbish] = await Promise.all([
      blobs.put("gone"),
      blobs.put("changed"),
      blobs.put("rubbish"),
    ]);
    await redis().del(redisKeys.blob(gone));
    await redis().copy(redisKeys.blob(rubbish), redisKeys.blob(changed), "REPLACE");
    await redis().set(redisKeys.blob(rubbish), "rubbish");
    for (const name of [gone, changed, rubbish, "none"])
      await expect(blobs.get(name)).rejects.toMatchObject({
        code: "queue",
        hint: expect.stringContaining("noeviction"),
      });
  });

  test("texts are dropped by name, or all at once, and nothing else is", async () => {
    await redis().set("other", "x");
    const put = await Promise.all(
      Array.from({ length: 1201 }, (_, number) => blobs.put(`text ${number}`)),
    );
    await blobs.drop([]);
    await blobs.drop([...put.slice(0, 600), put[0]!, "unknown"]);
    await expect(blobs.get(put[0]!)).rejects.toMatchObject({ code: "queue" });
    expect(await blobs.get(put[600]!)).toBe("text 600");
    await blobs.dropAll();
    await blobs.dropAll();
    expect(await redis().keys("*")).toEqual(["other"]);
  });

  test("a value of up to 16 KB of JSON travels in its message, a larger one as a blob", async () => {
    const small = { text: "x".repeat(16_384 - '{"text":""}'.length) };
    const large = { text: "字".repeat(5458) };
    expect(await pack(blobs, small)).toEqual({ value: small });
    const packed = await pack(blobs, large);
    expect(packed).toEqual({ blob: hash("sha256", JSON.stringify(large)) });
    expect([await unpack(blobs, { value: small }), await unpack(blobs, packed)]).toEqual([
      small,
      large,
    ]);
    expect(await unpack(blobs, await pack(blobs, "parked"))).toBe("parked");
  });
});
