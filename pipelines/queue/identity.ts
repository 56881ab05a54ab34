// Everything rows and replies depend on, part by part: a worker whose parts differ from the coordinator's takes no rows.

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
  readonly placeOf?: ((stage: string) => string) | undefined;
  readonly templates: Pick<Templates, "templateHash">;
}

type Part = readonly [name: string, value: string];

/** Prompts that belong to no contract: any stage that asks a model may need them. */
const sharedPrompts = ["again/contract", "again/json-reply"];
const languages = ["zh", "en"] as const;

const short = (value: unknown) => hashOf(value).slice(0, 12);

const schemaOf = (record: z.ZodObject) =>
  z.toJSONSchema(record, { unrepresentable: "any", io: "input" });

const stagePart = ({
  name,
  settings,
  prompts,
  over,
  lookup = {},
  writes,
  ...rest
}: Stage): Part => {
  const lookups = Object.entries(lookup).map(([as, artifact]) => [as, artifact.name]);
  return [
    `stage ${name}`,
    short([
      settings,
      over.name,
      lookups,
      writes.name,
      "each" in rest,
      prompts.map(prompt => prompt.name),
    ]),
  ];
};

const recordPart = ({ name, row }: Artifact): Part => [`record ${name}`, short(schemaOf(row))];

const promptParts = (name: string, { templateHash }: IdentityParts["templates"]): Part[] =>
  languages.map(language => [
    `prompt ${name} (${language})`,
    templateHash(name, language).slice(0, 12),
  ]);

// The part of the schema shown to the model, and everything else its replies are checked against.
const replyPart = ({
  name,
  variables,
  reply,
  maxReplyTokens,
  anyLanguage,
}: PromptContract): Part => [
  `reply ${name}`,
  short([replySchemaOf(reply), schemaOf(reply), schemaOf(variables), maxReplyTokens, anyLanguage]),
];

const settingsText = (settings: object) =>
  Object.entries(settings)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} ${value === null ? "unset" : canonicalJson(value)}`)
    .join(", ");

const byName = <T extends { readonly name: string }>(things: readonly T[]): T[] => [
  ...new Map(things.map(thing => [thing.name, thing])).values(),
];

/** Parts that explain the most come first: a version before all that it changes, a stage before its records. */
export function identityOf({
  version,
  stages,
  models,
  placeOf,
  templates,
}: IdentityParts): Identity {
  const prompts = byName(stages.flatMap(stage => stage.prompts));
  const records = byName(stages.flatMap(stage => [stage.over, ...lookupsOf(stage), stage.writes]));
  const parts: Part[] = [
    ["ragwright", version],
    ["protocol", String(protocolVersion)],
    ...stages.map(stagePart),
    ...[...prompts.map(({ name }) => name), ...sharedPrompts].flatMap(name =>
      promptParts(name, templates),
    ),
    ...prompts.map(replyPart),
    ...records.map(recordPart),
    ...[...models].map(
      ([stage, model]): Part => [
        `model of ${stage}`,
        `${model.name} (${settingsText(model.settings)})`,
      ],
    ),
    ...(placeOf
      ? [...models.keys()].map((stage): Part => [`endpoint of ${stage}`, placeOf(stage)])
      : []),
  ];
  return Object.fromEntries(parts);
}

const isText = (part: string) => /^(?:ragwright$|protocol$|model of |endpoint of )/.test(part);
const isOfEndpoint = (difference: string) => difference.startsWith("endpoint of ");

function differenceAt(
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
  const [here, there] = [new Map(Object.entries(mine)), new Map(Object.entries(theirs))];
  return [...new Set([...there.keys(), ...here.keys()])].flatMap(part =>
    differenceAt(part, here.get(part), there.get(part)),
  );
}

const maxShown = 5;

/** The error of a worker that must not take this coordinator's rows. */
export function refusal(differences: readonly string[]): PipelineError {
  const shown = differences.slice(0, maxShown).join("; ");
  const more = differences.length > maxShown ? `; and ${differences.length - maxShown} more` : "";
  const hint = differences.every(isOfEndpoint)
    ? "Set OPENAI_BASE_URL to the same value as on the coordinator's machine."
    : "Install the coordinator's version on this machine, and start the worker in a folder with the same prompts/ and schemas/.";
  return new PipelineError(
    "queue",
    `This worker differs from the coordinator in ${differences.length} ${differences.length === 1 ? "part" : "parts"}: ${shown}${more}.`,
    { hint },
  );
}
