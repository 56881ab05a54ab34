// `ragwright run`, as it is typed.

import { Command, Option } from "commander";
import { Wing } from "../../../schemas/settings.ts";
import { list } from "../lists.ts";
import { acting } from "./acting.ts";

export const runCommand = new Command("run")
  .description("make a benchmark; type the same command again to go on after any stop")
  .argument("<wing>", Wing.options.join(" or "))
  .option("--settings <file>", "settings file (default: ragwright.yaml where there is one)")
  .option("--seeds <paths>", "seed documents (rageval) or articles (crud): files or folders", list)
  .option(
    "--documents <paths>",
    "your own documents: files or folders (PDF, Word, PowerPoint, Excel, HTML, Markdown, CSV, text), or JSONL in DragonBall's form",
    list,
  )
  .option(
    "--schemas <files>",
    "prepared scenario schemas in place of summarised ones: names (finance) or YAML files",
    list,
  )
  .option("--questions <files>", "your own questions on --documents, JSONL", list)
  .option("--feeds <addresses>", "crud: RSS, Atom or JSON feeds, as addresses or files", list)
  .option("--sitemaps <addresses>", "crud: sitemaps, as addresses or files", list)
  .option("--urls <addresses>", "crud: pages, as addresses or files with one a line", list)
  .option("--search <url>", "crud: a SearXNG-compatible search beside the corpus")
  .option("--since <date>", "crud: only articles published on this day (YYYY-MM-DD) or later")
  .option(
    "--allow-host <hosts>",
    "crud: private hosts that may be fetched from, host or host:port",
    list,
  )
  .option("--out <directory>", "run directory (default: out/<wing>)")
  .option("--model <name>", "rules, openai:NAME, or PROVIDER:NAME through LangChain")
  .option("--base-url <url>", "an OpenAI-compatible endpoint (default: OPENAI_BASE_URL)")
  .option("--language <list>", "zh,en", list)
  .option("--domain <list>", "only these domains", list)
  .option("--until <stage>", "stop after this stage")
  .option("--items <number>", "items wanted in all")
  .option("--concurrency <number>", "requests in flight at once")
  .option("--rpm <number>", "requests a minute, for each endpoint")
  .option("--tpm <number>", "tokens a minute, for each endpoint")
  .option("--max-cost <usd>", "a hard ceiling: the run stops before it could cost more")
  .addOption(
    new Option(
      "--batch <how>",
      "api: through the provider's Batch API; files: write requests to files and take replies from files",
    ).choices(["api", "files"]),
  )
  .option(
    "--queue <url>",
    "let workers run the rows (ragwright worker --queue URL), over this Redis: redis://host:6379",
  )
  .option("--random-seed <number>", "another draw of everything that is drawn")
  .addOption(
    new Option(
      "--method <name>",
      "rageval: ours (the model chooses what is asked), or paper, as RAGEval prints it",
    ).choices(["ours", "paper"]),
  )
  .option("--drafts", "also draft each document zero-shot and one-shot, for ranking")
  .option("--retry-failed", "ask again where no reply ever fitted")
  .option(
    "--redo",
    "redo what other code made: without it a run of another version stops before it changes anything",
  )
  .option("--json", "one JSON value on stdout")
  .action(acting(async () => (await import("../run.ts")).run));
