// `ragwright annotate serve`: the page on which one person judges one batch.

import { Command } from "commander";
import { serveBatch } from "../annotate/server/server.ts";
import { wholeNumber } from "./numbers.ts";
import { createPrinter } from "./print.ts";
import { annotationToken } from "./services.ts";

interface ServeFlags {
  readonly host: string;
  readonly port: string;
  readonly json?: boolean;
}

const stopped = () =>
  new Promise<void>(stop => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  });

export const serveCommand = new Command("serve")
  .description("a local page to judge a batch on; every verdict is saved as it is made, Ctrl-C ends the page")
  .argument("<folder>", "one person's folder of a batch")
  .option("--port <number>", "0 for any free one", "4870")
  .option("--host <address>", "where it is reached; beyond this machine a token is wanted (RAGWRIGHT_TOKEN, or one is made)", "127.0.0.1")
  .option("--json", "one JSON value on stdout when it is ready")
  .action(async (folder: string, flags: ServeFlags) => {
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
  });
