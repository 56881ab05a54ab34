// Lists everything rows and replies depend on, part by part: a worker whose parts differ from the coordinator's takes no rows.

import { z } from "zod";
import type { Artifact, PromptContract } from "../../schemas/define.ts";
import { PipelineError } from "../engine/errors.ts";
import { canonicalJson, hashOf } from "../engine/fingerprint.ts";
import { lookupsOf } from "../engine/pipeline.ts";
import type { Stage } from "../engine/stage.ts";
import type { Model } from "../llm/model.ts";
import { replySchemaOf } from "../llm/reply-schema.ts";
import type { Templates } from "../llm/templates.ts";
import { protocolVersion } from "./messages.ts";

/** By part (`stage items/keypoints`): a short hash, or text if a person is to compare the two. */
export type Identity = Readonly<Record<string, string>>;

export interface IdentityParts {
  /** Version of the package. */
  readonly version: string;
  readonly stages: readonly Stage[];
  /** Models by the stage that uses them. */
  readonly models: ReadonlyMap<string, Pick<Model, "name" | "settings">>;
  /** Endpoint of a stage's requests, without credentials. */
  readonly endpointOf?: ((stage: string) => string) | undefined;
  readonly templates: Pick<Templates, "templateHash">;
}

type Part = readonly [name: string, value: string];

/** Prompts that belong to no contract: any stage that calls a model may need them. */
const sharedPrompts = ["again/contract", "again/json-reply"];
const languages = ["zh", "en"] as const;

const shortHash = (value: unknown) => hashOf(value).slice(0, 12);

const schemaOf = (record: z.ZodObject) =>
  z.toJSONSchema(record, { unrepresentable: "any", io: "input" });

const partOfStage = ({
  name,
  settings,
  prompts,
  over,
  lookup = {},
  writes,
  ...rest
}: Stage): Part => {
  const lookups = Object.entries(lookup).map(([lookupName, artifact]) => [
    lookupName,
    artifact.name,
  ]);
  return [
    `stage ${name}`,
    shortHash([
      settings,
      over.name,
      lookups,
      writes.name,
      "each" in rest,
      prompts.map(prompt => prompt.name),
    ]),
  ];
};

const partOfRecord = ({ name, row }: Artifact): Part => [
  `record ${name}`,
  shortHash(schemaOf(row)),
];

const partsOfPrompt = (name: string, { templateHash }: IdentityParts["templates"]): Part[] =>
  languages.map(language => [
    `prompt ${name} (${language})`,
    templateHash(name, language).slice(0, 12),
  ]);

// Hashes the schema as shown to the model, and everything else its replies are checked against.
const partOfReply = ({
  name,
  variables,
  reply,
  maxReplyTokens,
  anyLanguage,
}: PromptContract): Part => [
  `reply ${name}`,
  shortHash([
    replySchemaOf(reply),
    schemaOf(reply),
    schemaOf(variables),
    maxReplyTokens,
    anyLanguage,
  ]),
];

const textOfSettings = (settings: object) =>
  Object.entries(settings)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} ${value === null ? "unset" : canonicalJson(value)}`)
    .join(", ");

const deduplicateByName = <T extends { readonly name: string }>(items: readonly T[]): T[] => [
  ...new Map(items.map(item => [item.name, item])).values(),
];

/** Parts that explain more come first: the version before everything that it changes, a stage before its records. */
export function identityOf({
  version,
  stages,
  models,
  endpointOf,
  templates,
}: IdentityParts): Identity {
  const prompts = deduplicateByName(stages.flatMap(stage => stage.prompts));
  const records = deduplicateByName(
    stages.flatMap(stage => [stage.over, ...lookupsOf(stage), stage.writes]),
  );
  const parts: Part[] = [
    ["ragwright", version],
    ["protocol", String(protocolVersion)],
    ...stages.map(partOfStage),
    ...[...prompts.map(({ name }) => name), ...sharedPrompts].flatMap(name =>
      partsOfPrompt(name, templates),
    ),
    ...prompts.map(partOfReply),
    ...records.map(partOfRecord),
    ...[...models].map(
      ([stage, model]): Part => [
        `model of ${stage}`,
        `${model.name} (${textOfSettings(model.settings)})`,
      ],
    ),
    ...(endpointOf
      ? [...models.keys()].map((stage): Part => [`endpoint of ${stage}`, endpointOf(stage)])
      : []),
  ];
  return Object.fromEntries(parts);
}

const isText = (part: string) => /^(?:ragwright$|protocol$|model of |endpoint of )/.test(part);
const isEndpointDifference = (difference: string) => difference.startsWith("endpoint of ");

function differenceInPart(
  part: string,
  mine: string | undefined,
  theirs: string | undefined,
): string[] {
  if (mine === theirs) return [];
  if (mine === undefined) return [`${part} is not known here`];
  if (theirs === undefined) return [`${part} is not known there`];
  return [isText(part) ? `${part}: ${mine} here, ${theirs} there` : `${part} differs`];
}

/** One sentence per part that differs, for a person on this machine (`mine`). */
export function differencesOf(mine: Identity, theirs: Identity): string[] {
  const [myParts, theirParts] = [new Map(Object.entries(mine)), new Map(Object.entries(theirs))];
  return [...new Set([...theirParts.keys(), ...myParts.keys()])].flatMap(part =>
    differenceInPart(part, myParts.get(part), theirParts.get(part)),
  );
}

const maxShown = 5;

/** The error of a worker that must not take this coordinator's rows. */
export function differenceError(differences: readonly string[]): PipelineError {
  const shownDifferences = differences.slice(0, maxShown).join("; ");
  const remainder =
    differences.length > maxShown ? `; and ${differences.length - maxShown} more` : "";
  const hint = differences.every(isEndpointDifference)
    ? "Set OPENAI_BASE_URL to the same value as on the coordinator's machine."
    : "Install the coordinator's version on this machine, and start the worker in a folder with the same prompts/ and schemas/.";
  return new PipelineError(
    "queue",
    `This worker differs from the coordinator in ${differences.length} ${differences.length === 1 ? "part" : "parts"}: ${shownDifferences}${remainder}.`,
    { hint },
  );
}
