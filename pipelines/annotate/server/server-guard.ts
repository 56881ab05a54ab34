// Restricts access to the page's server to this machine or to holders of the token, and lists the security headers of every response.

import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { PipelineError } from "../../engine/errors.ts";

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Headers of every response. The policy allows only our own files: even corpus text that became markup could do nothing. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": contentPolicy.join("; "),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

export const isLoopback = (host: string): boolean =>
  ["127.0.0.1", "::1", "localhost"].includes(host.toLowerCase());

/** Throws PipelineError("wrong-use") for an address that others can reach without a token, and for a token that no header or link can carry. */
export function checkAccess(host: string, token: string | undefined): void {
  if (token === undefined && !isLoopback(host))
    throw new PipelineError(
      "wrong-use",
      `Others can reach ${host || "this address"}, and no token is set.`,
      {
        hint: "Set RAGWRIGHT_TOKEN to a long random string, or use --host 127.0.0.1 to serve this machine only.",
      },
    );
  if (token !== undefined && !/^[\w.~-]{8,200}$/.test(token))
    throw new PipelineError(
      "wrong-use",
      "The token is invalid: expected 8 to 200 characters from a–z, A–Z, 0–9 and . _ ~ -.",
      { hint: 'Set RAGWRIGHT_TOKEN to the output of: node -p "crypto.randomUUID()"' },
    );
}

const httpError = (status: 401 | 403 | 415, message: string) =>
  new HTTPException(status, { message });

/** Refuses other host names: another site's name may point at this machine (DNS rebinding), but the browser still sends that name. */
export const guardHost = (port: number): MiddlewareHandler => {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  // Browsers omit the default port.
  const allowedHosts = new Set(
    names.flatMap(name => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])),
  );
  return async (context, next) => {
    if (!allowedHosts.has((context.req.header("host") ?? "").toLowerCase()))
      throw httpError(403, `Open the page as http://127.0.0.1:${port}: other names are rejected.`);
    await next();
  };
};

const digest = (text: string) => createHash("sha256").update(text).digest();

export const guardToken = (token: string): MiddlewareHandler => {
  const expected = digest(`bearer ${token}`);
  return async (context, next) => {
    const authorization = (context.req.header("authorization") ?? "").replace(
      /^bearer +/i,
      "bearer ",
    );
    // Digests have equal lengths, so the timing reveals nothing about the token.
    if (!timingSafeEqual(digest(authorization), expected))
      throw httpError(
        401,
        "The token is missing or wrong: open the page with the full link, #token= included.",
      );
    await next();
  };
};

/** Refuses writes from other sites: a form there can send neither this content type nor our origin. */
export const guardWrites: MiddlewareHandler = async (context, next) => {
  if (!["GET", "HEAD"].includes(context.req.method)) {
    const origin = context.req.header("origin");
    const host = context.req.header("host") ?? "";
    // Behind a proxy, the browser may use https.
    if (origin !== undefined && ![`http://${host}`, `https://${host}`].includes(origin))
      throw httpError(403, "The request came from another site's page.");
    if (!/^application\/json\s*(;|$)/i.test(context.req.header("content-type") ?? ""))
      throw httpError(415, "The content type must be application/json.");
  }
  await next();
};
