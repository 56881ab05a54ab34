// Runs OCR with the program tesseract, if installed: a picture in, lines of words with their positions out.

import { spawn } from "node:child_process";
import { platform } from "node:os";

/** Language models to use, if installed. */
const supportedLanguages = ["chi_sim", "eng"] as const;
const defaultSeconds = 90;

export interface Recognizer {
  /** The recognized text as tab-separated values; undefined if recognition failed or timed out. `dpi`: the picture's resolution, if known. */
  recognize(picture: Uint8Array, dpi?: number): Promise<string | undefined>;
}

/** The command. Tesseract's threads wait for one another five times as long as they work; only an environment variable limits it to one thread. */
const program =
  platform() === "win32" ? ["tesseract"] : ["/usr/bin/env", "OMP_THREAD_LIMIT=1", "tesseract"];

/** The program's standard output; undefined if it is missing, fails, or times out. */
function run(
  commandArguments: readonly string[],
  { input, seconds }: { readonly input?: Uint8Array; readonly seconds: number },
): Promise<string | undefined> {
  return new Promise(resolve => {
    const [command = "", ...programArguments] = program;
    const child = spawn(command, [...programArguments, ...commandArguments], {
      stdio: ["pipe", "pipe", "pipe"],
      timeout: seconds * 1000,
      killSignal: "SIGKILL",
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => output.push(part));
    child.stderr.resume();
    child.once("error", () => resolve(undefined));
    child.once("close", code => resolve(code === 0 ? Buffer.concat(output).toString() : undefined));
    // The program may end before it has read everything.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** Looks for the program on the PATH; undefined if it is missing or has none of our languages. */
export async function findRecognizer(
  seconds: number = defaultSeconds,
): Promise<Recognizer | undefined> {
  const installedLanguages = (await run(["--list-langs"], { seconds: 10 }))?.split(/\s+/) ?? [];
  const languages = supportedLanguages.filter(language => installedLanguages.includes(language));
  if (languages.length === 0) return undefined;
  return {
    recognize: (input, dpi) =>
      run(
        [
          "stdin",
          "stdout",
          "-l",
          languages.join("+"),
          ...(dpi === undefined ? [] : ["--dpi", String(Math.round(dpi))]),
          "tsv",
        ],
        { input, seconds },
      ),
  };
}
