// Gives the export of a settings module its type. Named as in Vite and Vitest: `Config` are the settings of a run.

import type { z } from "zod";
import type { Settings } from "../../schemas/settings.ts";
import type { SourceName } from "./settings-schema.ts";

/** Every setting, and where a run takes its input from: paths of files and folders, and for feeds, sitemaps and urls also URLs. */
export interface Config
  extends z.input<typeof Settings>,
    Readonly<Partial<Record<SourceName, string | readonly string[]>>> {}

/** Returns the settings unchanged; as the default export of `ragwright.config.ts`, they are type-checked. */
export const defineConfig = (config: Config): Config => config;
