// Flags of `run` and `make`, and the run options made from them.

import type { Language } from "../../schemas/items/item-types.ts";
import type { Method } from "../../schemas/settings.ts";
import type { Wing } from "../../schemas/wings.ts";
import type { MakeOptions } from "../run/make.ts";
import type { RunOptions, Sources } from "../run/options.ts";
import { type ModelFlags, splitFlags } from "./model-flags.ts";
import { optionalWholeNumber } from "./parse-numbers.ts";

export interface RunFlags extends ModelFlags, Sources {
  readonly schemas?: string[];
  readonly search?: string;
  readonly since?: string;
  readonly allowHost?: string[];
  readonly followLinks?: boolean;
  readonly out?: string;
  readonly language?: string[];
  readonly domain?: string[];
  readonly until?: string;
  readonly items?: string;
  readonly queue?: string;
  readonly drafts?: boolean;
  readonly method?: string;
  readonly weights?: string;
  readonly distractorsFrom?: string[];
}

/** Throws PipelineError("wrong-use") for a malformed number; the rest is checked with the settings. */
export function makeOptions(flags: RunFlags): MakeOptions {
  const { schemas, sitemaps, urls, search, since, allowHost, followLinks } = flags;
  const { out, until, drafts, method, weights, distractorsFrom } = flags;
  return {
    ...splitFlags(flags).modelOptions,
    schemas,
    sitemaps,
    urls,
    out,
    until,
    drafts,
    // Other values are rejected when the settings are checked.
    method: method as Method | undefined,
    weights,
    distractorsFrom,
    files: { followLinks },
    crud: { search, since, allowHosts: allowHost },
    languages: flags.language as Language[] | undefined,
    domains: flags.domain,
    items: optionalWholeNumber("items", flags.items),
    queueUrl: flags.queue,
  };
}

/** The options of `make`, with the sources and the wing that makes the benchmark from them. */
export function runOptions(wing: Wing, flags: RunFlags): RunOptions {
  const { seeds, documents, questions, feeds } = flags;
  return { ...makeOptions(flags), wing, seeds, documents, questions, feeds };
}
