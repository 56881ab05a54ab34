// `ragwright make`: takes what there is, says what can be made of it and for how much, and makes it.

import { PipelineError } from "../engine/errors.ts";
import { inDollars } from "../engine/spending.ts";
import { type Given, recognise } from "../run/given.ts";
import { feesOf, type RunAhead, type SizeAhead, sizesAhead } from "../run/sizes-ahead.ts";
import { run } from "../run/run.ts";
import { startJob } from "./job.ts";
import { endRun } from "./run.ts";
import { runOptions, type RunFlags } from "./run-flags.ts";
import { askTerminal, isTerminal } from "./terminal.ts";

export interface MakeFlags extends RunFlags {
  readonly yes?: boolean;
}

const count = (value: number) => Math.round(value).toLocaleString("en-US");

function priceOf({ cost }: SizeAhead, isPaid: boolean): string {
  if (!isPaid) return "nothing";
  return cost === null ? "a price that is not known" : inDollars(cost.expected);
}

const timeOf = ({ calls, minutes }: SizeAhead): string =>
  calls === 0 ? "seconds" : `about ${minutes < 1 ? "a minute" : `${count(minutes)} minutes`}`;

const counted = (value: number, noun: string) =>
  `${count(value)} ${noun}${Math.round(value) === 1 ? "" : "s"}`;

function readLine({ documents, planned: { scope } }: RunAhead): string {
  const [first] = scope.unread;
  const unread =
    first === undefined
      ? "all that was looked at can be read"
      : `${counted(scope.unread.length, "file")} cannot be read, such as ${first.detail}`;
  return `Read   ${counted(documents, "document")}; ${unread}`;
}

/** Beyond half of the scale nothing is told apart that one could not see without a benchmark. */
const largestDifference = 0.5;

const shows = ({ difference }: SizeAhead): string =>
  difference > largestDifference
    ? "are too few to tell systems apart"
    : `tell two systems apart that are ${(100 * difference).toFixed(0)} points from one another`;

/** Five lines and more for people, before anything is sent. */
export function aheadText(given: Given, ahead: RunAhead): string {
  const { planned, bears, sizes, isPaid } = ahead;
  const { plan, settings } = planned;
  return [
    `Taken  as ${given.told}`,
    readLine(ahead),
    `Bears  about ${counted(bears, "good item")}; ${count(plan.items.expected)} will be made by ${isPaid ? "a model" : "rules"}, method ${settings.method} (--items, --method).`,
    ...sizes.map(
      size =>
        `${count(size.items).padStart(5)}  items cost ${priceOf(size, isPaid)}, take ${timeOf(size)}, and ${shows(size)}.`,
    ),
    ...planned.warnings,
  ].join("\n");
}

const typed = () => process.argv.slice(2).map(word => (/[\s"'$]/.test(word) ? `'${word}'` : word));

const isAgreed = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await askTerminal(question));

/** PipelineError("wrong-use") where a model would be paid and nobody has said so. */
async function requireAgreement(
  { yes = false, batch }: MakeFlags,
  { isPaid, hasCeiling }: Pick<RunAhead, "isPaid" | "hasCeiling">,
): Promise<void> {
  if (!isPaid || yes || hasCeiling || batch === "files") return;
  if (isTerminal() && (await isAgreed("Go on? (y/N) "))) return;
  throw new PipelineError(
    "wrong-use",
    "Nothing was sent: a paid model is asked only when it is agreed.",
    {
      hint: `Type: ragwright ${typed().join(" ")} --yes — or set a ceiling: --max-cost 5`,
    },
  );
}

/** Returns the exit code: 0 done, 1 failed rows, 2 not agreed, 3 waiting for replies. */
export async function make(paths: readonly string[], flags: MakeFlags): Promise<number> {
  const job = startJob(flags.json);
  const given = recognise(paths);
  const options = { ...runOptions(given.wing, flags), ...given.sources };
  // What feeds bring is known once it is fetched.
  const ahead = given.sources.feeds === undefined ? await sizesAhead(options) : undefined;
  job.printer.note(ahead ? aheadText(given, ahead) : `Taken  as ${given.told}`);
  await requireAgreement(flags, ahead ?? feesOf(options));
  return endRun(job, await run({ ...options, ...job.watched }), flags.until);
}
