// Limits which hosts a worker calls and which keys it reads: only those that its own settings and options name, whatever a queue says.

import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { hostOf, isAllowedHost } from "../intake/web/public-addresses.ts";
import { type Environment, usualKey } from "../llm/endpoints/langchain.ts";
import { openAiEndpoint } from "./clients.ts";
import type { StageModel } from "./models.ts";

/** What is allowed in addition to each provider's own host and key variable. Hosts are `host`, for all its ports, or `host:port`. */
export interface Allowances {
  /** Hosts where models may be called. */
  readonly models: readonly string[];
  /** Hosts that may be searched, or fetched from even if they are private. */
  readonly web: readonly string[];
  /** Names of environment variables. */
  readonly keys: readonly string[];
}

export interface AllowanceOptions {
  readonly allowHost?: string[];
  readonly allowKey?: string[];
}

const hostsIn = (addresses: readonly (string | null | undefined)[]): string[] =>
  addresses.flatMap(address => (address ? [hostOf(address)] : []));

/** Allowances from the worker's options and the settings in its folder. Throws PipelineError("wrong-use") for an invalid variable name, without showing it: it may be a key. */
export function allowancesOf(
  { allowHost = [], allowKey = [] }: AllowanceOptions,
  settings: Settings,
  environment: Environment,
): Allowances {
  if (allowKey.some(name => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)))
    throw new PipelineError(
      "wrong-use",
      "--allow-key accepts names of environment variables, not keys.",
      { hint: "For example: --allow-key OPENAI_API_KEY" },
    );
  const models = [settings.model, ...Object.values(settings.models)];
  return {
    models: [
      ...allowHost,
      ...hostsIn([
        openAiEndpoint,
        environment["OPENAI_BASE_URL"],
        ...models.map(({ baseUrl }) => baseUrl),
      ]),
    ],
    web: [...allowHost, ...hostsIn([settings.crud.search]), ...settings.crud.allowHosts],
    keys: [...allowKey, ...models.flatMap(({ keyFrom }) => keyFrom ?? [])],
  };
}

function disallowedHosts(
  { provider, baseUrl }: StageModel,
  { crud }: Settings,
  { models, web }: Allowances,
): string[] {
  const isDisallowed = (hosts: readonly string[]) =>
    baseUrl !== null && !isAllowedHost(new URL(baseUrl), hosts);
  const ownHost = baseUrl === null ? [] : [new URL(baseUrl).host];
  if (provider === "search")
    return [
      ...(isDisallowed(web) ? ownHost : []),
      ...crud.allowHosts.filter(host => !web.includes(host)),
    ];
  return isDisallowed(models) ? ownHost : [];
}

function disallowedKeys({ provider, keyFrom }: StageModel, { keys }: Allowances): string[] {
  const isOwn = keyFrom === null || provider === "search" || keyFrom === usualKey(provider);
  return isOwn || keys.includes(keyFrom) ? [] : [keyFrom];
}

const distinct = (names: readonly string[]) => [...new Set(names)];
const optionText = (flag: string, names: readonly string[]) =>
  names.length > 0 ? [`--${flag} ${names.join(",")}`] : [];

/** Throws PipelineError("bad-settings"), with the options that would allow it, if a run names a host or a variable that the worker does not allow. */
export function checkAllowed(
  models: Iterable<StageModel>,
  settings: Settings,
  allowances: Allowances,
): void {
  const calledModels = [...models].filter(({ provider }) => provider !== "rules");
  const hosts = distinct(
    calledModels.flatMap(model => disallowedHosts(model, settings, allowances)),
  );
  const keys = distinct(calledModels.flatMap(model => disallowedKeys(model, allowances)));
  if (hosts.length + keys.length === 0) return;
  const wantedAccess = [
    hosts.length > 0 ? `to contact ${hosts.join(", ")}` : "",
    keys.length > 0 ? `to read the key in ${keys.join(", ")}` : "",
  ]
    .filter(part => part !== "")
    .join(" and ");
  throw new PipelineError(
    "bad-settings",
    `The run tells this worker ${wantedAccess}, which the worker's own settings do not name.`,
    {
      hint: `If you trust the run with this, add to the worker's command: ${[...optionText("allow-host", hosts), ...optionText("allow-key", keys)].join(" ")} (or name it in ragwright.yaml)`,
    },
  );
}
