// Caches fetched pages on disk: a resumed run reads the same pages.

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { replaceFile } from "../../engine/files.ts";

const Head = z.object({
  /** As requested. */
  address: z.string(),
  /** The address after all redirects. */
  url: z.url(),
  contentType: z.string(),
});

export interface CachedPage extends z.output<typeof Head> {
  readonly bytes: Buffer;
}

export interface WebCache {
  /** Undefined if the page was never cached, or can no longer be read. */
  read(address: string): CachedPage | undefined;
  /** Throws PipelineError("disk"). */
  keep(page: CachedPage): void;
}

/** A cache with one file per address, its head on the first line, so that the head and the body are replaced together or not at all. */
export function openWebCache(directory: string): WebCache {
  const pathOf = (address: string) =>
    join(directory, `${hash("sha256", address).slice(0, 32)}.page`);
  return {
    read: address => readPage(pathOf(address), address),
    keep: ({ bytes, ...head }) =>
      replaceFile(pathOf(head.address), [
        JSON.stringify(head),
        "\n",
        gzipSync(bytes).toString("base64"),
        "\n",
      ]),
  };
}

function readPage(path: string, address: string): CachedPage | undefined {
  try {
    const [head = "", body = ""] = readFileSync(path, "utf8").split("\n");
    const cachedHead = Head.parse(JSON.parse(head));
    return cachedHead.address === address
      ? { ...cachedHead, bytes: gunzipSync(Buffer.from(body, "base64")) }
      : undefined;
  } catch {
    return undefined;
  }
}
