// Fetches the page that an address leads to, following redirects.

import type { CachedPage } from "./page-cache.ts";
import type { WebReply } from "./connections.ts";
import { WebFailure } from "./web-failure.ts";

const maxRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];

/** page: fetched as any visitor would. robots: a robots.txt, which needs no permission. endpoint: named by the user, so no rules apply. */
type VisitKind = "page" | "robots" | "endpoint";

interface Hop {
  readonly address: string;
  readonly kind: VisitKind;
  /** Maximum size of the body in bytes. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Sends the request for one hop, if it is allowed. */
export type SendHop = (hop: Hop) => Promise<{ readonly url: URL; readonly reply: WebReply }>;

function toPage(address: string, { url, reply }: Awaited<ReturnType<SendHop>>): CachedPage {
  if (reply.status < 200 || reply.status >= 300)
    throw new WebFailure(
      "http-status",
      `${url.href}: the server answered with status ${reply.status}.`,
      reply.status,
    );
  return {
    address,
    url: url.href,
    contentType: reply.header("content-type"),
    bytes: reply.bytes,
  };
}

function redirectTarget(url: URL, location: string): string {
  if (URL.canParse(location, url.href)) return new URL(location, url).href;
  throw new WebFailure(
    "bad-url",
    `${url.href} redirects to "${location.slice(0, 200)}", which is not an address.`,
  );
}

/** The page an address leads to. Throws WebFailure. */
export async function visit(first: Hop, send: SendHop): Promise<CachedPage> {
  let hop = first;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const result = await send(hop);
    const { url, reply } = result;
    const location = reply.header("location");
    if (!redirectStatuses.includes(reply.status) || location === "")
      return toPage(first.address, result);
    // The user allowed the endpoint, not what it redirects to.
    hop = {
      ...hop,
      address: redirectTarget(url, location),
      kind: hop.kind === "endpoint" ? "page" : hop.kind,
    };
  }
  throw new WebFailure(
    "too-many-redirects",
    `${first.address} redirects more than ${maxRedirects} times.`,
  );
}
