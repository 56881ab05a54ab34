// Text recognition by the program tesseract, where it is installed: a picture goes in, lines of words with their places come back.

import { spawn } from "node:child_process";
import { platform } from "node:os";

/** Of the two languages of a run, those that are installed. */
const wanted = ["chi_sim", "eng"] as const;
const secondsForPage = 90;

export interface Recogniser {
  /** What it read, as tab-separated values; undefined where it failed or took too long. `dpi`: of the picture, where known. */
  recognise(picture: Uint8Array, dpi?: number): Promise<string | undefined>;
}

/** Its own threads wait for one another five times as long as they work; only a variable keeps it to one. */
const program =
  platform() === "win32" ? ["tesseract"] : ["/usr/bin/env", "OMP_THREAD_LIMIT=1", "tesseract"];

/** Standard output; undefined where the program is not there, fails, or takes too long. */
function run(
  commands: readonly string[],
  { input, seconds }: { readonly input?: Uint8Array; readonly seconds: number },
): Promise<string | undefined> {
  return new Promise(resolve => {
    const [command = "", ...first] = program;
    const child = spawn(command, [...first, ...commands], {
      stdio: ["pipe", "pipe", "pipe"],
      timeout: seconds * 1000,
      killSignal: "SIGKILL",
    });
    const said: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => said.push(part));
    child.stderr.resume();
    child.once("error", () => resolve(undefined));
    child.once("close", code => resolve(code === 0 ? Buffer.concat(said).toString() : undefined));
    // It may end before it has read all.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** Looks for the program on the search path; undefined where it is missing, or has none of our languages. */
export async function findRecogniser(
  seconds: number = secondsForPage,
): Promise<Recogniser | undefined> {
  const listed = (await run(["--list-langs"], { seconds: 10 }))?.split(/\s+/) ?? [];
  const languages = wanted.filter(language => listed.includes(language));
  if (languages.length === 0) return undefined;
  return {
    recognise: (input, dpi) =>
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
