// Prints the tables of CAPACITY.md: node --import tsx tests/bench/capacity.ts [measure | demo RUN... | plan | simulation]
//
// Without a word it prints all tables from the figures kept in capacity-figures.json. `measure` measures these anew on this
// machine, `demo` reads run directories of the demos. `queue` in that file is written by hand: tests/bench/queue.ts measures it.

import { measureFigures, readDemos, readFigures } from "./capacity-figures.ts";
import { plans } from "./capacity-plan.ts";
import { simulations, type Table } from "./capacity-simulated.ts";

function print({ title, head, rows }: Table): void {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const text = [
    `**${title}**`,
    "",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
    "",
    "",
  ];
  process.stdout.write(text.join("\n"));
}

const [what, ...directories] = process.argv.slice(2);
if (what === "measure") measureFigures();
else if (what === "demo") readDemos(directories);
else {
  const figures = readFigures();
  if (what !== "simulation") plans(figures).forEach(print);
  if (what !== "plan") (await simulations(figures.queue)).forEach(print);
}
