// Reads the location and the credentials of the queue's Redis from an address and the environment; the password is never shown.

import { readFileSync } from "node:fs";
import { PipelineError } from "../engine/errors.ts";
import { explainDiskErrors } from "../engine/files.ts";

export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: { readonly ca?: string };
  /** Secret with which the run and its workers sign their messages. */
  readonly secret?: string;
  /** The address without its user and password. */
  readonly displayAddress: string;
}

/** Whether an address is a loopback address, which no other machine can reach. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);

type Environment = Readonly<Record<string, string | undefined>>;

const addressHint =
  "For example: redis://127.0.0.1:6379/0, or rediss://host:6379 for TLS. The user and the password are best set as RAGWRIGHT_QUEUE_USER and RAGWRIGHT_QUEUE_PASSWORD; in an address, write / # ? @ % as %2F %23 %3F %40 %25.";

// The address is never quoted: if it is mistyped, any part of it may be part of the password.
const addressError = (problem: string) =>
  new PipelineError("wrong-use", `The queue's address ${problem}.`, { hint: addressHint });

const settingError = (message: string, hint: string, cause?: unknown) =>
  new PipelineError("bad-settings", message, { hint, cause });

const defaultPort = 6379;

/**
 * Parses a queue's address, `redis://[user[:password]@]host[:port][/db]`, or `rediss://` for TLS. A user and
 * password that are not in the address come from RAGWRIGHT_QUEUE_USER and RAGWRIGHT_QUEUE_PASSWORD;
 * RAGWRIGHT_QUEUE_CA is the path of the PEM file of the CA that signed the server's certificate,
 * RAGWRIGHT_QUEUE_SECRET the secret that messages are signed with. Throws PipelineError("wrong-use") or
 * ("bad-settings") if they are invalid.
 */
export function parseQueueAddress(url: string, environment: Environment): QueueAddress {
  const address = addressOf(url);
  const port = portOf(address);
  const db = databaseOf(address);
  return {
    host: hostOf(address),
    port,
    db,
    ...credentialsOf(address, environment),
    ...tlsOf(address.protocol === "rediss:", environment),
    ...secretOf(environment),
    displayAddress: `${address.protocol}//${address.hostname}:${port}/${db}`,
  };
}

function addressOf(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address) throw addressError("cannot be read");
  if (address.protocol !== "redis:" && address.protocol !== "rediss:")
    throw addressError("does not begin with redis:// or rediss://");
  if (url.includes("?") || url.includes("#")) throw addressError("must not contain ? or #");
  return address;
}

function hostOf({ hostname }: URL): string {
  if (/^\[[\da-f:.]+\]$/.test(hostname)) return hostname.slice(1, -1);
  if (/^[\w.-]+$/.test(hostname)) return hostname;
  throw addressError("has no host");
}

function portOf({ port }: URL): number {
  const number = port === "" ? defaultPort : Number(port);
  if (number === 0) throw addressError("has an invalid port: ports are numbers from 1 to 65535");
  return number;
}

function databaseOf({ pathname }: URL): number {
  if (pathname === "" || pathname === "/") return 0;
  if (!/^\/\d{1,9}$/.test(pathname)) throw addressError("does not end in the number of a database");
  return Number(pathname.slice(1));
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw addressError("has a % in its user or password that is not part of an escape");
  }
}

/** A part of the address, or else the variable; an empty variable counts as unset. */
const partOrVariable = (part: string, variable: string | undefined) =>
  part === "" ? (variable ?? "") : decodePart(part);

function credentialsOf(
  address: URL,
  environment: Environment,
): Pick<QueueAddress, "username" | "password"> {
  const username = partOrVariable(address.username, environment["RAGWRIGHT_QUEUE_USER"]);
  const password = partOrVariable(address.password, environment["RAGWRIGHT_QUEUE_PASSWORD"]);
  if (username !== "" && password === "")
    throw settingError(
      "The queue has a user but no password.",
      "Set RAGWRIGHT_QUEUE_PASSWORD to the user's password.",
    );
  return { ...(username === "" ? {} : { username }), ...(password === "" ? {} : { password }) };
}

/** Minimum length of a secret, in characters. */
const minSecretLength = 16;

const secretHint = `Set it to the same text, of at least ${minSecretLength} characters, for the run and all of its workers: openssl rand -hex 24 generates one.`;

function secretOf(environment: Environment): Pick<QueueAddress, "secret"> {
  const secret = environment["RAGWRIGHT_QUEUE_SECRET"] ?? "";
  if (secret === "") return {};
  if (secret.length < minSecretLength)
    throw settingError(
      `RAGWRIGHT_QUEUE_SECRET has fewer than ${minSecretLength} characters.`,
      secretHint,
    );
  return { secret };
}

/** Throws PipelineError("bad-settings") if others may reach Redis and messages are unsigned, so that they could be forged. */
export function requireSecret({ host, secret, displayAddress }: QueueAddress): void {
  if (secret !== undefined || isLoopback(host)) return;
  throw settingError(
    `RAGWRIGHT_QUEUE_SECRET is not set, and the queue at ${displayAddress} is on another machine: without it anyone who can reach that Redis could forge messages from the run and its workers.`,
    secretHint,
  );
}

function tlsOf(isSecure: boolean, environment: Environment): Pick<QueueAddress, "tls"> {
  const path = environment["RAGWRIGHT_QUEUE_CA"] ?? "";
  if (path === "") return isSecure ? { tls: {} } : {};
  if (!isSecure)
    throw settingError(
      "RAGWRIGHT_QUEUE_CA is set, but the queue's address begins with redis://, which is not encrypted.",
      "Use an address that begins with rediss://, or unset RAGWRIGHT_QUEUE_CA.",
    );
  return { tls: { ca: certificateOf(path) } };
}

function certificateOf(path: string): string {
  const text = readCertificate(path);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw settingError(
    `${path} (RAGWRIGHT_QUEUE_CA) does not contain a certificate.`,
    "Give the path of a PEM file: text with a line -----BEGIN CERTIFICATE-----.",
  );
}

function readCertificate(path: string): string {
  try {
    return explainDiskErrors(path, () => readFileSync(path, "utf8"), "read");
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    throw settingError(
      `RAGWRIGHT_QUEUE_CA cannot be read. ${error.message}`,
      "Give the path of the PEM file of the CA that signed the server's certificate.",
      error,
    );
  }
}
