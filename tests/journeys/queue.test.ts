// A run over a queue, each part a process of its own: the same benchmark as on one machine, whoever comes, goes or fails to answer.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { QueueStatus, RunStatus } from "../../schemas/output/status.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { readOrCreateName } from "../../pipelines/queue/worker-name.ts";
import { ragwright, root } from "../support/cli.ts";
import { type Fleet, type FleetOptions, startFleet } from "../support/fleet.ts";
import { paidAgain } from "../support/paid-again.ts";
import { filesJourney, newsJourneys, reportOf, serveRuns } from "../support/recorded/journeys.ts";
import { recordedRun } from "../support/recorded/run.ts";
import { describeWithRedis, type RedisServer, startRedis } from "../support/redis.ts";
import { askedByRules, lawArguments, lawSettings, sharedRun } from "../support/shared-runs.ts";
import { startReplayProcess } from "../support/replay/process.ts";
import type { LoggedRequest } from "../support/replay/request-log.ts";
import { newFolder } from "../support/toy-run.ts";
import { rowsIn } from "./rows.ts";

const folder = newFolder();
const secrets = {
  redis: "canary-of-redis-7c1e",
  model: "canary-of-the-model-52aa",
  seal: "canary-of-the-seal-90bd",
};
const settings = join(folder, "settings.yaml");
/** More documents than the shared runs have: enough requests that some are in flight at every stop. */
const more = { settings: lawSettings.replace("20", "32"), file: join(folder, "more.yaml") };
const small = lawArguments("law-zh", more.file);
const env = {
  RAGWRIGHT_QUEUE_PASSWORD: secrets.redis,
  RAGWRIGHT_QUEUE_SECRET: secrets.seal,
};
// One wing alone may have taken the whole time elsewhere.
const longest = 180_000;

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter(path => statSync(join(directory, path)).isFile())
    .sort();

/** What a run made. Its journals are left out: their lines stand in the order of arrival. */
const madeIn = (directory: string): Record<string, string> =>
  Object.fromEntries(
    filesIn(directory)
      .filter(
        path =>
          !/^(?:run\.json|calls\.jsonl|attempts\.jsonl|endpoints\.json)$|\.done\.jsonl$/.test(path),
      )
      .map(path => [path, readFileSync(join(directory, path), "utf8")]),
  );

/** Files that are not the same in both. */
function differing(run: string, local: string): string[] {
  const [made, wanted] = [madeIn(run), madeIn(local)];
  expect(Object.keys(made)).toEqual(Object.keys(wanted));
  expect(Object.keys(made)).toContain("report.html");
  return Object.keys(wanted).filter(path => made[path] !== wanted[path]);
}

const keysIn = (directory: string) =>
  [...readCalls(join(directory, "calls.jsonl"))].map(({ call }) => call.key);

describeWithRedis("a run over a queue", () => {
  let redis: RedisServer;
  const recorded = join(folder, "recorded");
  const fleets: Fleet[] = [];
  const servers: { close(): void }[] = [];

  beforeAll(async () => {
    mkdirSync(join(folder, "redis"));
    redis = await startRedis({ password: secrets.redis, directory: join(folder, "redis") });
    writeFileSync(settings, lawSettings);
    writeFileSync(more.file, more.settings);
    expect(await ragwright([...small, "--out", recorded])).toMatchObject({ code: 0 });
  }, longest);
  afterEach(async () => {
    await Promise.all(fleets.splice(0).map(fleet => fleet.close()));
    for (const server of servers.splice(0)) server.close();
    // What workers that were killed left there is nothing of the next test.
    await redis.command("FLUSHALL");
  });
  afterAll(() => redis.close());

  function start(
    name: string,
    options: Pick<FleetOptions, "args" | "workers"> & Partial<FleetOptions>,
  ): Fleet {
    const fleet = startFleet({
      redis: { url: redis.bareUrl },
      folder: join(folder, name),
      env,
      ...options,
    });
    fleets.push(fleet);
    return fleet;
  }

  /** A provider that answers late, so that calls are in flight whenever something happens. */
  async function provider(name: string, latency = "lognormal:150,0.6", concurrency = 12) {
    const log = join(folder, `${name}.log.jsonl`);
    const server = await startReplayProcess({
      calls: [join(recorded, "calls.jsonl")],
      latency,
      log,
      key: secrets.model,
    });
    servers.push(server);
    const settings = join(folder, `${name}.yaml`);
    writeFileSync(
      settings,
      `${more.settings}${askedByRules}model: { model: openai:m, baseUrl: "${server.baseUrl}", keyFrom: CANARY_KEY }\nlimits: { concurrency: ${concurrency} }\n`,
    );
    const requests = () => rowsIn<LoggedRequest>(log);
    const workerArgs = ["--allow-host", new URL(server.baseUrl).host, "--allow-key", "CANARY_KEY"];
    return { args: [...small, "--settings", settings], workerArgs, requests };
  }

  const keyed = () => ({ CANARY_KEY: secrets.model });
  const status = async (run: string) =>
    JSON.parse((await ragwright(["status", run, "--json"], { env })).out) as RunStatus & {
      queue: QueueStatus;
    };

  /** Every reply that went out stands in the journal, and none was asked for twice. */
  function expectNothingLost(run: string, requests: readonly LoggedRequest[]) {
    const journaled = new Set(
      [...readCalls(join(run, "calls.jsonl"))].map(({ call }) => call.messages),
    );
    const delivered = requests.filter(({ delivered: whole }) => whole);
    expect(delivered.length).toBeGreaterThan(50);
    expect(delivered.filter(({ question }) => !journaled.has(question))).toEqual([]);
    const { wrongly, unheard } = paidAgain(requests, new Map());
    expect([...wrongly, ...unheard]).toEqual([]);
    expect(new Set(keysIn(run)).size).toBe(keysIn(run).length);
    // The replies are those of rules; by whom they are said to be is told there.
    expect(
      differing(run, recorded).filter(
        path => path !== "report.html" && !path.endsWith("manifest.json"),
      ),
    ).toEqual([]);
  }

  test(
    "the demo over a coordinator and three workers is byte for byte that of one machine",
    async () => {
      const local = sharedRun("law");
      const { coordinator, workers } = start("demo", {
        args: [...lawArguments("law", settings), "--model", "rules"],
        workers: 3,
      });
      expect(await coordinator.exitCode(), coordinator.stderr()).toBe(0);
      expect(differing(coordinator.out, local)).toEqual([]);
      expect(keysIn(coordinator.out).sort()).toEqual(keysIn(local).sort());
      expect(workers.map(({ name, isRunning }) => [name, isRunning()])).toEqual(
        workers.map(({ name }) => [name, true]),
      );
    },
    longest,
  );

  test(
    "news and files at one time, each over one worker and a database of one Redis, are the same as on one machine",
    async () => {
      const wings = [
        ["news", newsJourneys(folder)[1]!],
        ["files", filesJourney(join(folder, "of-files"))],
      ] as const;
      const made = wings.map(
        ([name, journey]) => [name, journey, join(folder, `${name}-local`)] as const,
      );
      for (const [, journey, directory] of made)
        expect((await recordedRun({ ...journey, directory })).failures).toEqual([]);
      const server = await serveRuns(made.map(([, , directory]) => directory));
      const queue = { env: { ...env, ...server.env }, workers: 1 };
      const begun = made.map(([name, { args }, local], database) => ({
        local,
        ...start(name, { ...queue, args, redis: { url: `${redis.bareUrl}/${database + 1}` } }),
      }));
      for (const { local, coordinator } of begun) {
        expect(await coordinator.exitCode(), coordinator.stderr()).toBe(0);
        expect(differing(coordinator.out, local).filter(path => path !== "report.html")).toEqual(
          [],
        );
        expect(reportOf(coordinator.out)).toBe(reportOf(local));
      }
      await server.close();
    },
    longest,
  );

  test(
    "a worker with another prompt takes no rows; it, the coordinator and status say in what it differs",
    async () => {
      const project = join(folder, "other-project");
      mkdirSync(join(project, "prompts/questions"), { recursive: true });
      const prompt = "prompts/questions/keypoints.en.hbs";
      writeFileSync(
        join(project, prompt),
        `${readFileSync(join(root, prompt), "utf8")}\nBe brief.\n`,
      );
      const { coordinator } = start("differs", { args: small, workers: 0 });
      await coordinator.waitForText(`ragwright worker --queue ${redis.bareUrl}/0`);
      let leave: (now: boolean) => void = () => undefined;
      const killWhen = new Promise<boolean>(resolve => (leave = resolve));
      const other = ragwright(["worker", "--queue", redis.bareUrl], {
        cwd: project,
        env,
        killWhen,
      });
      await coordinator.waitForText("will not take rows from this run");
      const { queue } = await status(coordinator.out);
      leave(true);
      const difference =
        "differs from the coordinator in 1 part: prompt questions/keypoints (en) differs.";
      for (const said of [coordinator.stderr(), queue.workers[0]?.refuses ?? "", (await other).err])
        expect(said).toContain(difference);
      expect(queue).toMatchObject({
        reachable: true,
        coordinator: true,
        workers: [{ state: "refuses", rows: 0 }],
      });
      expect(readdirSync(join(project, "out/workers"))).toEqual(["1"]);
    },
    longest,
  );

  test(
    "a worker sends nothing to a host, and no variable, that only the queue names; it, the coordinator and status say what would allow it",
    async () => {
      const { args, workerArgs, requests } = await provider("foreign");
      const { coordinator, workers } = start("foreign", { args, workers: 1, workerEnv: keyed });
      await Promise.all(
        [coordinator, workers[0]!].map(handle => handle.waitForText("will not take rows")),
      );
      const { queue } = await status(coordinator.out);
      const allowing = `add to the worker's command: ${workerArgs.join(" ")}`;
      for (const said of [
        coordinator.stderr(),
        queue.workers[0]?.refuses ?? "",
        workers[0]!.stderr(),
      ])
        expect(said).toContain(allowing);
      expect(requests()).toEqual([]);
    },
    longest,
  );

  test(
    "keys are where the workers are and nowhere else; one without a key says which variable it lacks",
    async () => {
      const { args, workerArgs, requests } = await provider("keys");
      const fleet = start("keys", {
        args,
        workerArgs,
        workers: 2,
        workerEnv: number => (number === 1 ? keyed() : {}),
      });
      const { coordinator, workers } = fleet;
      await Promise.all(
        [coordinator, workers[1]!].map(handle => handle.waitForText("CANARY_KEY is not set")),
      );
      expect(await coordinator.exitCode(), coordinator.stderr()).toBe(0);
      expectNothingLost(coordinator.out, requests());
      await fleet.close();
      const said = [coordinator, ...workers].flatMap(handle => [handle.stdout(), handle.stderr()]);
      const redisFiles = join(folder, "redis/appendonlydir");
      const written = [redisFiles, ...[coordinator, ...workers].map(({ out }) => out)].flatMap(
        place => filesIn(place).map(path => readFileSync(join(place, path), "latin1")),
      );
      expect(written.join("\n")).toContain("ragwright:flights");
      for (const secret of Object.values(secrets))
        expect([...said, ...written].filter(text => text.includes(secret))).toEqual([]);
    },
    longest,
  );

  test(
    "Ctrl-C on a worker loses no reply and the others go on; Ctrl-C on the coordinator, and the same command asks nothing twice",
    async () => {
      // Those that stand still must not have all places.
      const { args, workerArgs, requests } = await provider(
        "interrupted",
        "lognormal:600,0.6",
        200,
      );
      mkdirSync(join(folder, "interrupted/worker-1"), { recursive: true });
      const name = readOrCreateName(join(folder, "interrupted/worker-1"));
      const { coordinator, workers } = start("interrupted", {
        args,
        workerArgs,
        workers: 3,
        workerEnv: keyed,
      });
      const [first, ...others] = workers;
      await coordinator.waitForText(`The worker ${name} on`);
      // They stand still, or the run might end before it is told that a worker has left.
      for (const other of others) other.pause();
      first!.interrupt();
      expect(await first!.exitCode(), first!.stderr()).toBe(0);
      await coordinator.waitForText(`The worker ${name} has left`);
      coordinator.interrupt();
      for (const other of others) other.resume();
      expect(await coordinator.exitCode(), coordinator.stderr()).toBe(130);
      expect(coordinator.stderr()).toContain("Run the same command again");
      await coordinator.restart();
      expect(await coordinator.exitCode(), coordinator.stderr()).toBe(0);
      expectNothingLost(coordinator.out, requests());
    },
    longest,
  );

  test(
    "a Redis that is silent for a quarter of a minute is waited for, which all say, status too; then the run goes on",
    async () => {
      const { args, workerArgs, requests } = await provider("silent");
      const { coordinator, workers } = start("silent", {
        args,
        workerArgs,
        workers: 2,
        workerEnv: keyed,
      });
      await coordinator.waitForText("✓ rageval/configs");
      expect((await status(coordinator.out)).queue).toMatchObject({
        place: `${redis.bareUrl}/0`,
        reachable: true,
        coordinator: true,
      });
      redis.pause();
      await Promise.all(
        [coordinator, ...workers].map(handle =>
          handle.waitForText("is not answering; waiting for it"),
        ),
      );
      // Each look takes the two seconds of its patience.
      for (let looks = 0; looks < 5; looks++) {
        const { code, out } = await ragwright(["status", coordinator.out], { env });
        expect([code, out]).toEqual([
          0,
          expect.stringContaining(`cannot be read. Redis at ${redis.bareUrl}/0 does not answer`),
        ]);
      }
      redis.resume();
      await Promise.all(
        [coordinator, ...workers].map(handle => handle.waitForText("is answering again")),
      );
      expect(await coordinator.exitCode(), coordinator.stderr()).toBe(0);
      expectNothingLost(coordinator.out, requests());
    },
    longest,
  );
});
