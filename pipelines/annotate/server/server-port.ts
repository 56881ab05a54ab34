// Opens the port of the page's server, reports its address, and closes it after the last response.

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { PipelineError } from "../../engine/errors.ts";

const reasonsByCode: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program is using it",
  EACCES: "this user may not use it",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "no host of this name was found",
  EAI_AGAIN: "no host of this name was found",
};

interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** Returns the port in use. Throws PipelineError("wrong-use") for a port that is invalid or unavailable. */
export async function listen(server: Server, { host, port }: Address): Promise<number> {
  const cannotServeError = (reason: string, cause?: unknown) =>
    new PipelineError("wrong-use", `Cannot serve on port ${port} of ${host}: ${reason}.`, {
      hint: "Choose another --port (0 for any free port) or another --host.",
      cause,
    });
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw cannotServeError("expected a whole number from 0 to 65535");
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = reasonsByCode[error.code ?? ""];
      reject(reason === undefined ? error : cannotServeError(reason, error));
    });
    server.listen({ port, host }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** A host name that a browser can open: 0.0.0.0 and :: are replaced. */
export function browsableHost(host: string): string {
  const externalAddresses = Object.values(networkInterfaces()).flatMap(
    addresses =>
      addresses?.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? [],
  );
  const name = host === "0.0.0.0" || host === "::" ? (externalAddresses[0] ?? "127.0.0.1") : host;
  return name.includes(":") ? `[${name}]` : name;
}

/** Milliseconds in which requests in progress may finish before they are cut off. */
const stopTimeout = 2_000;

/** Resolves once the last request in progress is answered or cut off. */
export async function stop(server: Server): Promise<void> {
  const lastResponse = new Promise(resolve => server.close(resolve));
  const timer = setTimeout(() => server.closeAllConnections(), stopTimeout);
  await lastResponse;
  clearTimeout(timer);
}
