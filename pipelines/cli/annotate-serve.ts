// `ragwright annotate serve`: serves the page on which one person judges one batch.

import type { ServeOutput } from "../../schemas/output/annotation.ts";
import { servePage as serve } from "../run/annotation.ts";
import { parseWholeNumber } from "./numbers.ts";
import { createPrinter } from "./print.ts";

interface ServeFlags {
  readonly host: string;
  readonly port: string;
  readonly json?: boolean;
}

const untilStopped = () =>
  new Promise<void>(stop => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  });

/** Serves the page until it is stopped; returns the exit code. */
export async function annotateServe(folder: string, flags: ServeFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const onError = (error: unknown) =>
    printer.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const page = await serve({
    folder,
    host: flags.host,
    port: parseWholeNumber("port", flags.port),
    onError,
    onNotice: printer.note,
  });
  const value: ServeOutput = { url: page.address, folder };
  printer.result(
    value,
    `Open ${page.address}\nVerdicts are saved in ${folder}. Ctrl-C stops the server.`,
  );
  if (page.isReachable)
    printer.note(
      "Anyone with this address can see the batch. It is sent unencrypted: use it on a network you trust.",
    );
  await untilStopped();
  await page.close();
  printer.note(
    `Verdicts are in ${folder}. To import them into the run: ragwright annotate import <run> ${folder}`,
  );
  return 0;
}
