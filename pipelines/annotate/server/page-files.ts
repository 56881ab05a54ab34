// The files of the page, read once at the start: nothing else of the disk can be asked for.

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

// Where the package is compiled, these two stand among the scripts and are none.
const compiled = new Set(["markup.js", "style.js"]);
const isScript = (name: string) => /^[a-z-]+\.js$/.test(name) && !compiled.has(name);

export function readPage(directory: string = join(import.meta.dirname, "../page")): PageFiles {
  const names = readdirSync(directory).filter(isScript);
  return {
    markup: pageMarkup,
    style: pageStyle,
    scripts: new Map(names.map(name => [name, readFileSync(join(directory, name), "utf8")])),
  };
}
