// `ragwright annotate serve`: the page on which one person judges one batch.

import { serveBatch } from "../annotate/server/server.ts";
import { wholeNumber } from "../run/numbers.ts";
import { createPrinter } from "./print.ts";
import { annotationToken } from "../run/services.ts";

interface ServeFlags {
  readonly host: string;
  readonly port: string;
  readonly json?: boolean;
}

const stopped = () =>
  new Promise<void>(stop => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  });

/** Serves the page until it is stopped; returns the exit code. */
export async function servePage(folder: string, flags: ServeFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const onError = (error: unknown) => printer.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const { token, made } = annotationToken(flags.host);
  const server = await serveBatch({ directory: folder, host: flags.host, port: wholeNumber("port", flags.port), onError, ...(token === undefined ? {} : { token }) });
  // A token of the user's own stays in the environment.
  const address = token === undefined ? server.url : `${server.url}#token=${made ? token : "…"}`;
  printer.result({ url: address, folder }, `Open ${address}\nVerdicts are saved in ${folder}. Ctrl-C ends the page.`);
  if (token !== undefined) printer.note("Whoever has this address sees the batch. It goes over the network unencrypted: use it in a network you trust.");
  await stopped();
  await server.close();
  printer.note(`Verdicts are in ${folder}. To take them into the run: ragwright annotate import <run> ${folder}`);
  return 0;
}
