// A job that somebody planted in the queue: a worker asks no host and reads no variable for it that its own side does not name.

import { describe, expect, test } from "vitest";
import { stageModel } from "../../pipelines/run/models.ts";
import { worker } from "../../pipelines/cli/worker.ts";
import {
  type AllowanceOptions,
  allowancesOf,
  checkAllowed,
} from "../../pipelines/run/worker-allowances.ts";
import { openWorkerKit } from "../../pipelines/run/worker-kit.ts";
import { Settings } from "../../schemas/settings.ts";
import { defaultMix } from "../../schemas/wings.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const evil = "https://evil.example/v1";

/** Looks at a run's settings as a worker with these options does; `own` is the ragwright.yaml in its folder. */
function look(
  told: object,
  flags: AllowanceOptions = {},
  own: object = {},
  environment: Record<string, string> = {},
) {
  const settings = Settings.parse(told);
  const stages = [
    "items/keypoints",
    ...(settings.crud.search === null ? [] : ["crud/web-articles"]),
  ];
  const allowances = allowancesOf(flags, Settings.parse(own), environment);
  checkAllowed(
    stages.map(stage => stageModel(settings, stage)),
    settings,
    allowances,
  );
}

describe("a planted job", () => {
  test.each<[string, object, string, string]>([
    [
      "a foreign host for the worker's key",
      { model: { model: "openai:m", baseUrl: evil } },
      "to contact evil.example,",
      "--allow-host evil.example ",
    ],
    [
      "a foreign host without a key",
      { model: { model: "ollama:m", baseUrl: "http://evil.example:8080" } },
      "to contact evil.example:8080,",
      "--allow-host evil.example:8080 ",
    ],
    [
      "another port of a known host",
      { model: { model: "openai:m", baseUrl: "https://api.openai.com:8443/v1" } },
      "to contact api.openai.com:8443,",
      "--allow-host api.openai.com:8443 ",
    ],
    [
      "a known host in plain text",
      { model: { model: "openai:m", baseUrl: "http://api.openai.com/v1" } },
      "to contact api.openai.com,",
      "--allow-host api.openai.com ",
    ],
    [
      "any variable as a key",
      { model: { model: "openai:m", keyFrom: "PATH" } },
      "to read the key in PATH,",
      "--allow-key PATH ",
    ],
    [
      "one provider's key for another",
      { model: { model: "anthropic:m", keyFrom: "OPENAI_API_KEY" } },
      "to read the key in OPENAI_API_KEY,",
      "--allow-key OPENAI_API_KEY ",
    ],
    [
      "both, for one stage alone",
      {
        models: {
          "items/keypoints": { model: "openai:m", baseUrl: evil, keyFrom: "AWS_SECRET_ACCESS_KEY" },
        },
      },
      "to contact evil.example and to read the key in AWS_SECRET_ACCESS_KEY,",
      "--allow-host evil.example --allow-key AWS_SECRET_ACCESS_KEY ",
    ],
    [
      "a search of the worker's network",
      { crud: { search: "http://169.254.169.254" } },
      "to contact 169.254.169.254,",
      "--allow-host 169.254.169.254 ",
    ],
    [
      "a search in a model's place",
      { model: { model: "search:x", baseUrl: "http://169.254.169.254" } },
      "to contact 169.254.169.254,",
      "--allow-host 169.254.169.254 ",
    ],
    [
      "pages of private hosts",
      { crud: { search: "https://search.example", allowHosts: ["10.0.0.1:80"] } },
      "to contact search.example, 10.0.0.1:80,",
      "--allow-host search.example,10.0.0.1:80 ",
    ],
  ])("that names %s is refused, with the options that would allow it", (_, told, wanted, typed) => {
    expect(() => look(told)).toThrow(
      expect.objectContaining({
        code: "bad-settings",
        message: expect.stringContaining(`The run tells this worker ${wanted} which`) as string,
        hint: expect.stringContaining(`add to the worker's command: ${typed}`) as string,
      }),
    );
  });

  test("gets no model: nothing is asked, and no variable is read", async () => {
    const recipe = {
      wing: "cofe",
      settings: Settings.parse({
        mix: defaultMix("cofe"),
        model: { model: "openai:m", baseUrl: evil, keyFrom: "PATH" },
      }),
      base: null,
      constructed: false,
      sameReader: true,
    };
    const permissions = { withPermission: <M>(model: M) => model, isEarlier: () => false };
    const opened = openWorkerKit({
      receivedPlan: recipe,
      permissions,
      directory: at(),
      allowances: allowancesOf({}, Settings.parse({}), {}),
    });
    await expect(opened).rejects.toThrow(
      "The run tells this worker to contact evil.example and to read the key in PATH, which",
    );
  });
});

describe("a run's models are asked", () => {
  const foreign = { model: { model: "openai:m", baseUrl: evil, keyFrom: "OWN_KEY" } };
  const search = { crud: { search: "https://search.example", allowHosts: ["10.0.0.1:80"] } };

  test.each<[string, object, AllowanceOptions, object]>([
    ["at the provider's own host, with its own key", { model: "openai:m" }, {}, {}],
    [
      "at the public address, written out",
      {
        model: {
          model: "openai:m",
          baseUrl: "https://api.openai.com/v1",
          keyFrom: "OPENAI_API_KEY",
        },
      },
      {},
      {},
    ],
    [
      "where the worker's options say",
      foreign,
      { allowHost: ["evil.example"], allowKey: ["OWN_KEY"] },
      {},
    ],
    [
      "where the worker's own settings say",
      foreign,
      {},
      { model: { model: "openai:other", baseUrl: evil, keyFrom: "OWN_KEY" } },
    ],
    [
      "where its settings say of one stage",
      foreign,
      {},
      {
        models: { "items/keypoints": { model: "openai:other", baseUrl: evil, keyFrom: "OWN_KEY" } },
      },
    ],
    [
      "after a search that its options allow",
      search,
      { allowHost: ["search.example", "10.0.0.1:80"] },
      {},
    ],
    [
      "after a search that its settings name",
      search,
      {},
      { crud: { search: "https://search.example", allowHosts: ["10.0.0.1:80"] } },
    ],
  ])("%s", (_, told, flags, own) => {
    expect(() => look(told, flags, own)).not.toThrow();
  });

  test("where the worker's environment says", () => {
    expect(() =>
      look({ model: { model: "openai:m", baseUrl: evil } }, {}, {}, { OPENAI_BASE_URL: evil }),
    ).not.toThrow();
  });
});

test("a key in the place of its variable's name is wrong use, and is not shown", async () => {
  const typed = worker({ queue: "redis://127.0.0.1:1", allowKey: ["sk-canary"], out: at("w") });
  await expect(typed).rejects.toMatchObject({
    code: "wrong-use",
    message: "--allow-key accepts names of environment variables, not keys.",
  });
});
