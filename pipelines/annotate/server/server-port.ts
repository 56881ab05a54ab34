// The port of the page's server: opens it, names its address, and closes it after the last response.

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { PipelineError } from "../../engine/errors.ts";

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program is using it",
  EACCES: "this user may not use it",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "no such host is known",
  EAI_AGAIN: "no such host is known",
};

interface Address {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
}

/** Returns the port. PipelineError("wrong-use") for a port that is invalid or unavailable. */
export async function listen(server: Server, { host, port }: Address): Promise<number> {
  const fault = (reason: string, cause?: unknown) =>
    new PipelineError("wrong-use", `Cannot serve on port ${port} of ${host}: ${reason}.`, {
      hint: "Choose another --port (0 takes any free one) or another --host.",
      cause,
    });
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw fault("expected a whole number from 0 to 65535");
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = refusals[error.code ?? ""];
      reject(reason === undefined ? error : fault(reason, error));
    });
    server.listen({ port, host }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** A host name that a browser can open: 0.0.0.0 and :: are replaced. */
export function shownHost(host: string): string {
  const outside = Object.values(networkInterfaces()).flatMap(
    addresses =>
      addresses?.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? [],
  );
  const name = host === "0.0.0.0" || host === "::" ? (outside[0] ?? "127.0.0.1") : host;
  return name.includes(":") ? `[${name}]` : name;
}

/** Milliseconds for requests under way to finish; hanging ones are cut off. */
const stopTimeout = 2_000;

/** Resolves when the last request under way is answered. */
export async function stop(server: Server): Promise<void> {
  const ended = new Promise(resolve => server.close(resolve));
  const limit = setTimeout(() => server.closeAllConnections(), stopTimeout);
  await ended;
  clearTimeout(limit);
}
