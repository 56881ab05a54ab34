// A real Redis server of a test's own on loopback, which can be killed, stopped, paused and started again.

import { execFile, execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe } from "vitest";
import { type Guarded, startGuarded } from "./guarded-process.ts";
import { newFolder } from "./toy-run.ts";

const redisIsThere = spawnSync("redis-server", ["--version"]).status === 0;

// Never left out where CI is set, so that they cannot be forgotten there.
const leftOut = !redisIsThere && !process.env["CI"];

/** `describe` for tests that need a Redis server. */
export const describeWithRedis = (name: string, body: () => void) =>
  describe.skipIf(leftOut)(
    leftOut ? `${name} (left out: no redis-server here; install it)` : name,
    body,
  );

export interface RedisOptions {
  readonly password?: string;
  /** A name that must be given with the password; the nameless user is shut out. */
  readonly user?: string;
  readonly tls?: boolean;
  /** When it syncs its append-only file; everysec by default, by which a kill while the disk is busy loses acknowledged writes. */
  readonly appendfsync?: "always" | "everysec";
  /** For its files; by default one that is gone when the test file has ended. */
  readonly directory?: string;
}

export interface RedisServer {
  /** With user and password, if there are any. */
  readonly url: string;
  /** Without. */
  readonly bareUrl: string;
  readonly port: number;
  /** PEM file of the authority that signed the certificate, with `tls`. */
  readonly ca: string;
  pid(): number;
  isRunning(): boolean;
  /** What the server has logged. */
  log(): string;
  /** Output of redis-cli; what the server calls an error rejects. */
  command(...args: string[]): Promise<string>;
  /** As kill -9 does; false if it was not running. */
  kill(): Promise<boolean>;
  /** As an operator does. */
  stop(): Promise<void>;
  /** Ends it if it runs, and starts it again in the same place over the same files. */
  restart(): Promise<void>;
  /** It neither answers nor breaks its connections until it is resumed. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

/** Whether a server can listen there. */
const isFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const server = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

// Below the ports that systems give to outgoing connections: one of those might take the place of a server that is down, or meet itself there.
async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
}

/** A certificate for loopback that is its own authority; its key stands beside it. */
function makeCertificate(directory: string): string {
  const [certificate, key] = [join(directory, "certificate.pem"), join(directory, "key.pem")];
  const made = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
  ];
  execFileSync(
    "openssl",
    [
      ...made,
      "-addext",
      "subjectAltName=IP:127.0.0.1,DNS:localhost",
      "-keyout",
      key,
      "-out",
      certificate,
    ],
    { stdio: "ignore" },
  );
  return certificate;
}

/** Words of a line of Redis' configuration. */
const quoted = (...words: string[]) => words.map(word => JSON.stringify(word)).join(" ");

function writeSettings(
  directory: string,
  port: number,
  { password, user, tls, appendfsync = "everysec" }: RedisOptions,
): string {
  const certificate = tls ? makeCertificate(directory) : "";
  const listening = tls
    ? [
        `port 0`,
        `tls-port ${port}`,
        quoted("tls-cert-file", certificate),
        quoted("tls-key-file", join(directory, "key.pem")),
        "tls-auth-clients no",
      ]
    : [`port ${port}`];
  const named =
    user === undefined
      ? []
      : ["user default off", quoted("user", user, "on", `>${password ?? ""}`, "~*", "&*", "+@all")];
  const locked =
    user === undefined && password !== undefined ? [quoted("requirepass", password)] : [];
  const kept = [
    quoted("dir", directory),
    "appendonly yes",
    `appendfsync ${appendfsync}`,
    "maxmemory-policy noeviction",
    'save ""',
  ];
  writeFileSync(
    join(directory, "redis.conf"),
    [`bind 127.0.0.1`, ...listening, ...named, ...locked, ...kept, ""].join("\n"),
  );
  return certificate;
}

/** Resolves when it takes connections, with all it had on disk read; rejects with its log when it ends before. */
function start(directory: string, note: (text: string) => void): Promise<Guarded> {
  const server = startGuarded("redis-server", [join(directory, "redis.conf")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  return new Promise((resolve, reject) => {
    for (const stream of [server.process.stdout, server.process.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        note(text);
        log += text;
        if (/Ready to accept connections/.test(log)) resolve(server);
      });
    server.exitCode.then(
      code => reject(new Error(`redis-server ended with ${code}: ${log}`)),
      reject,
    );
  });
}

/** Starts a server that holds what it is told, as a queue needs it: append-only file, no eviction. */
export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const { password, user, tls = false, directory = newFolder() } = options;
  const port = await freePort();
  const ca = writeSettings(directory, port, options);
  let log = "";
  const begin = () => start(directory, text => (log += text));
  let server = await begin();
  const place = (credentials: string) =>
    `${tls ? "rediss" : "redis"}://${credentials}127.0.0.1:${port}`;
  const told = [
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    "-e",
    ...(tls ? ["--tls", "--cacert", ca] : []),
    ...(user === undefined ? [] : ["--user", user]),
  ];
  const kill = () => server.kill();
  return {
    url: place(
      password === undefined
        ? ""
        : `${encodeURIComponent(user ?? "")}:${encodeURIComponent(password)}@`,
    ),
    bareUrl: place(""),
    port,
    ca,
    pid: () => server.pid,
    isRunning: () => server.isRunning(),
    log: () => log,
    command: async (...args) => {
      const env = {
        ...process.env,
        ...(password === undefined ? {} : { REDISCLI_AUTH: password }),
      };
      const { stdout } = await promisify(execFile)("redis-cli", [...told, ...args], {
        env,
        maxBuffer: 1 << 28,
      });
      return stdout.replace(/\n$/, "");
    },
    kill,
    stop: async () => {
      server.process.kill("SIGTERM");
      await server.exitCode;
    },
    restart: async () => {
      await kill();
      server = await begin();
    },
    pause: () => void server.process.kill("SIGSTOP"),
    resume: () => void server.process.kill("SIGCONT"),
    close: async () => void (await kill()),
  };
}
