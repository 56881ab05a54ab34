// `ragwright init`: a folder to edit, with settings and a place for seeds.

import { initProject } from "../run/init-project.ts";
import { createPrinter } from "./print.ts";

/** Returns the exit code. */
export function init(directory: string, flags: { readonly json?: boolean }): number {
  const { settings, seeds } = initProject(directory);
  createPrinter(flags.json === true).result(
    { directory },
    `Edit ${settings}, put seeds into ${seeds}, then type there: ragwright run rageval`,
  );
  return 0;
}
