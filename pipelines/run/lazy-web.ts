// Web access for stages that search: opened at first use.

import { join } from "node:path";
import type { Settings } from "../../schemas/settings.ts";
import { openWeb, type Web } from "../intake/web/web.ts";
import { userAgent } from "../engine/package-root.ts";

export interface LazyWeb {
  open(): Web;
  close(): Promise<void>;
}

/** Fetched pages are kept in the directory. */
export function lazyWeb({
  directory,
  settings,
}: {
  readonly directory: string;
  readonly settings: Settings;
}): LazyWeb {
  let web: Web | undefined;
  return {
    open: () => {
      web ??= openWeb({
        userAgent: userAgent(),
        allowHosts: settings.crud.allowHosts,
        pause: settings.crud.pause * 1000,
        cache: join(directory, "fetched"),
      });
      return web;
    },
    close: async () => web?.close(),
  };
}
