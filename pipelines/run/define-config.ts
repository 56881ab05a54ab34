// What a settings module exports.

import type { z } from "zod";
import type { Settings } from "../../schemas/settings.ts";

type OneOrMore = string | readonly string[];

/** Every setting, and where a run takes its input from: paths of files and folders; feeds, sitemaps and urls may be addresses. */
export interface Config extends z.input<typeof Settings> {
  readonly seeds?: OneOrMore;
  readonly documents?: OneOrMore;
  readonly questions?: OneOrMore;
  readonly feeds?: OneOrMore;
  readonly sitemaps?: OneOrMore;
  readonly urls?: OneOrMore;
}

/** Types what `ragwright.config.ts` exports as its default, and returns it as it is. */
export const defineConfig = (config: Config): Config => config;
