// A coordinator and its workers as a user starts them, each a process of its own that a test may kill and start again.

import { join } from "node:path";
import { program as ragwright, root } from "./cli.ts";
import { type Guarded, startGuarded } from "./guarded-process.ts";

type Environment = Readonly<Record<string, string>>;

/** One process of a fleet, through all its lives. */
interface Handle {
  readonly name: string;
  /** Its own folder: the run of a coordinator. */
  readonly out: string;
  pid(): number;
  /** How often it was started. */
  lives(): number;
  /** All it said on stdout, and on stderr, in all its lives. */
  stdout(): string;
  stderr(): string;
  isRunning(): boolean;
  /** As kill -9 does; resolves when it is gone: to false if it was not running, or ended of itself. */
  kill(): Promise<boolean>;
  /** Ctrl-C. */
  interrupt(): void;
  pause(): void;
  resume(): void;
  /** Ends it if it runs, and starts it again with the same words. */
  restart(): Promise<void>;
  /** The exit code of the life it is in or was in last; null when a signal ended it. */
  exitCode(): Promise<number | null>;
  /** Resolves when it has said this in the life it is in, on stdout or stderr; rejects when it ends without. */
  waitForText(text: string): Promise<void>;
}

interface Command {
  readonly name: string;
  readonly out: string;
  readonly args: readonly string[];
  /** By the number of the life, from 1. */
  readonly env: (life: number) => Environment;
}

interface Life {
  readonly process: Guarded;
  out: string;
  stderr: string;
  /** Called whenever it has said more. */
  readonly listeners: Set<() => void>;
}

// Nothing of this machine's own keys and servers reaches a fleet.
const cleanEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(OPENAI|RAGWRIGHT)_/.test(name)),
  );

function begin({ args, env }: Command, number: number): Life {
  const started = startGuarded(process.execPath, args, {
    cwd: root,
    env: { ...cleanEnvironment(), NO_COLOR: "1", ...env(number) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const life: Life = { process: started, out: "", stderr: "", listeners: new Set() };
  const told = () => life.listeners.forEach(listener => listener());
  started.process.stdout?.setEncoding("utf8").on("data", (text: string) => {
    life.out += text;
    told();
  });
  started.process.stderr?.setEncoding("utf8").on("data", (text: string) => {
    life.stderr += text;
    told();
  });
  return life;
}

const waitFor = (name: string, life: Life, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (!life.out.includes(text) && !life.stderr.includes(text)) return;
      life.listeners.delete(look);
      resolve();
    };
    life.listeners.add(look);
    look();
    void life.process.exitCode.then(
      code =>
        reject(
          new Error(
            `${name} ended with ${code} and never said "${text}": ${life.out}${life.stderr}`,
          ),
        ),
      reject,
    );
  });

function startHandle(command: Command): Handle {
  const { name, out } = command;
  let life = begin(command, 1);
  const lives = [life];
  const signal = (kind: NodeJS.Signals) => void life.process.process.kill(kind);
  return {
    name,
    out,
    pid: () => life.process.pid,
    lives: () => lives.length,
    stdout: () => lives.map(one => one.out).join(""),
    stderr: () => lives.map(one => one.stderr).join(""),
    isRunning: () => life.process.isRunning(),
    kill: () => life.process.kill(),
    interrupt: () => signal("SIGINT"),
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    restart: async () => {
      await life.process.kill();
      life = begin(command, lives.length + 1);
      lives.push(life);
    },
    exitCode: () => life.process.exitCode,
    waitForText: text => waitFor(name, life, text),
  };
}

export interface FleetOptions {
  readonly redis: { readonly url: string };
  /** Of `run`: ["run", "rageval", …]; the queue and the folder are added. */
  readonly args: readonly string[];
  readonly workers: number;
  /** Further words for every worker. */
  readonly workerArgs?: readonly string[];
  /** For all of them. */
  readonly env?: Environment;
  /** For the coordinator, and for a worker (from 1) in one of its lives (from 1): an API key of each life's own tells a server who asks. */
  readonly coordinatorEnv?: Environment;
  readonly workerEnv?: (worker: number, life: number) => Environment;
  /** The run goes to `run` in it, the workers' own folders are `worker-1` and so on. */
  readonly folder: string;
  /** What Node is given before the words. */
  readonly program?: readonly string[];
}

export interface Fleet {
  readonly coordinator: Handle;
  readonly workers: readonly Handle[];
  /** Kills all that still run. */
  close(): Promise<void>;
}

/** Starts them all at once, as nothing says who must come first. */
export function startFleet(options: FleetOptions): Fleet {
  const {
    redis,
    args,
    workers: count,
    workerArgs = [],
    env = {},
    coordinatorEnv = {},
    workerEnv = () => ({}),
    folder,
    program = ragwright,
  } = options;
  const place = (out: string) => ["--queue", redis.url, "--out", out];
  const run = join(folder, "run");
  const coordinator = startHandle({
    name: "coordinator",
    out: run,
    args: [...program, ...args, ...place(run)],
    env: () => ({ ...env, ...coordinatorEnv }),
  });
  const workers = Array.from({ length: count }, (_, index) => {
    const name = `worker-${index + 1}`;
    const out = join(folder, name);
    return startHandle({
      name,
      out,
      args: [...program, "worker", ...place(out), ...workerArgs],
      env: life => ({ ...env, ...workerEnv(index + 1, life) }),
    });
  });
  return {
    coordinator,
    workers,
    close: async () =>
      void (await Promise.all([coordinator, ...workers].map(handle => handle.kill()))),
  };
}
