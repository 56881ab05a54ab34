// Files of the page, read once at startup: no other file on disk can be requested.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pageMarkup } from "../page/markup.ts";
import { pageStyle } from "../page/style.ts";

export interface PageFiles {
  /** HTML. */
  readonly markup: string;
  /** CSS. */
  readonly style: string;
  /** Modules by file name: `app.js`. */
  readonly scripts: ReadonlyMap<string, string>;
}

// In the compiled package these modules of the server are next to the page's scripts.
const serverModules = new Set(["markup.js", "style.js"]);
const isScript = (name: string) => /^[a-z-]+\.js$/.test(name) && !serverModules.has(name);

export function readPage(): PageFiles {
  const directory = join(import.meta.dirname, "../page");
  const names = readdirSync(directory).filter(isScript);
  return {
    markup: pageMarkup,
    style: pageStyle,
    scripts: new Map(names.map(name => [name, readFileSync(join(directory, name), "utf8")])),
  };
}
