// Types the export of a settings module.

import type { z } from "zod";
import type { Settings } from "../../schemas/settings.ts";
import type { SourceName } from "./settings-schema.ts";

/** Every setting, and where a run takes its input from: paths of files and folders; feeds, sitemaps and urls may be addresses. */
export interface Config
  extends z.input<typeof Settings>,
    Readonly<Partial<Record<SourceName, string | readonly string[]>>> {}

/** Types the default export of `ragwright.config.ts`, and returns it unchanged. */
export const defineConfig = (config: Config): Config => config;
