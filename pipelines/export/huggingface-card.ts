// The dataset card of an export: front matter for the Hub, then a description of the dataset and its limits.

import { stringify } from "yaml";
import type { ItemRow } from "../../schemas/items/records.ts";
import { compareStrings, countOf } from "../engine/grouping.ts";
import {
  chineseSummary,
  type CardCounts,
  limits,
  chineseLimits,
  originOf,
} from "./huggingface-card-text.ts";
import { fieldDescriptions } from "./huggingface-columns.ts";
import { hubLicence } from "./hub-licence.ts";
import { type Split, splitNames } from "./item-splits.ts";
import type { RunHeading } from "./manifest.ts";

export interface CardFacts {
  readonly heading: RunHeading;
  readonly counts: CardCounts;
  /** Number of documents under each licence. */
  readonly licences: Readonly<Record<string, number>>;
  readonly items: readonly ItemRow[];
  /** Number of labels in each split. */
  readonly qrels: Readonly<Record<Split, number>>;
  /** Languages of the documents. */
  readonly languages: ReadonlySet<string>;
  /** Number of documents written by a pipeline. */
  readonly generated: number;
  /** SHA-256 of the data files. */
  readonly hash: string;
}

const sizeCategories = [
  [1e3, "n<1K"],
  [1e4, "1K<n<10K"],
  [1e5, "10K<n<100K"],
  [1e6, "100K<n<1M"],
  [1e7, "1M<n<10M"],
] as const;

const sizeCategoryOf = (rows: number): string =>
  sizeCategories.find(([limit]) => rows < limit)?.[1] ?? "10M<n<100M";

const titleOf = ({ wing }: RunHeading): string =>
  `RAG benchmark made with ragwright${wing === null ? "" : ` (${wing})`}`;

interface Configuration {
  readonly config_name: string;
  readonly description: string;
  readonly data_files: readonly { readonly split: string; readonly path: string }[];
  readonly default?: true;
}

const splitFiles = (folder: string, rows: Readonly<Record<Split, number>>) =>
  splitNames
    .filter(split => rows[split] > 0)
    .map(split => ({ split, path: `${folder}/${split}.parquet` }));

/**
 * A description with the hash of the data. `datasets` caches by the folder's name and the descriptions: without the
 * hash, it would load another run's folder, or an earlier version of this one, from the cache.
 */
export const contentsLine = (hash: string): string => `contents ${hash}`;

// `datasets` refuses to load a split without rows, so such a split is written but not listed.
function configurations({ counts, qrels, hash }: CardFacts): Configuration[] {
  const description = contentsLine(hash);
  const configs: Configuration[] = [
    { config_name: "items", description, data_files: splitFiles("items", counts), default: true },
    {
      config_name: "corpus",
      description,
      data_files: counts.documents > 0 ? [{ split: "corpus", path: "corpus/corpus.parquet" }] : [],
    },
    { config_name: "qrels", description, data_files: splitFiles("qrels", qrels) },
  ];
  return configs.filter(({ data_files }) => data_files.length > 0);
}

function frontMatter(facts: CardFacts): string {
  const { heading, counts, licences, items, languages, generated } = facts;
  return stringify({
    pretty_name: titleOf(heading),
    language: [...new Set([...items.map(({ language }) => language), ...languages])].sort(),
    license: hubLicence(Object.keys(licences)),
    task_categories: ["question-answering", "text-retrieval"],
    size_categories: [sizeCategoryOf(counts.documents + counts.items)],
    tags: [
      "rag",
      "retrieval-augmented-generation",
      "benchmark",
      ...(generated > 0 ? ["synthetic"] : []),
    ],
    configs: configurations(facts),
  });
}

/** Escapes a name, which may come from other people's files, so that it cannot end its cell or begin a tag. */
const escapeCell = (value: string | number): string =>
  String(value)
    .replace(/\s+/g, " ")
    .replace(/[\\|`*_[\]]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;");

const tableRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  tableRow(head) + tableRow(head.map(() => "---")) + rows.map(tableRow).join("");

/** A table with the number of items of each type, language and domain. */
function countsTable(items: readonly ItemRow[]): string {
  const counts = countOf(
    items.map(({ type, language, domain }) => [type, language, domain].map(escapeCell).join("\n")),
  );
  return table(
    ["type", "language", "domain", "items"],
    [...counts]
      .sort(([a], [b]) => compareStrings(a, b))
      .map(([group, count]) => [...group.split("\n"), String(count)]),
  );
}

const licenceTable = (licences: CardFacts["licences"]): string =>
  table(
    ["licence of the documents", "documents"],
    Object.entries(licences).map(([name, count]) => [escapeCell(name), String(count)]),
  );

function describeMaking({
  heading: { wing, models, people, audit, worth },
  counts,
  generated,
}: CardFacts): string {
  const documentOrigin =
    generated === 0
      ? "The documents were supplied by the owner."
      : generated === counts.documents
        ? "The documents were written by the pipeline."
        : `${generated} of the documents were written by the pipeline.`;
  const itemOrigin =
    models.length === 0
      ? "No model is recorded."
      : `Made with ${models.map(escapeCell).join(", ")}; \`rules\` is code that works by fixed patterns, not a model.`;
  const review = people
    ? `Of the ${people.reviewed} items that people judged, the ${people.accepted} accepted ones were kept, ${people.edited} of them in a person's wording.`
    : "Items were checked by code and models; people have not judged all of them.";
  const auditSelection = audit
    ? `${audit.leftOut} items were left out because of audit findings (${audit.codes.join(", ")}); ${audit.notAudited} of those kept were not audited.`
    : "";
  const worthSelection = worth
    ? `${worth.leftOut} items were left out because the mean mark from their readers was below ${worth.atLeast} out of 5, or because they have no marks (${worth.unmarked}).`
    : "";
  return [originOf(wing), documentOrigin, itemOrigin, review, auditSelection, worthSelection]
    .filter(sentence => sentence !== "")
    .join(" ");
}

const fieldTables = (): string =>
  Object.entries(fieldDescriptions)
    .map(
      ([name, columns]) =>
        `### ${name}\n\n${table(
          ["field", "content"],
          Object.entries(columns).map(([field, description]) => [`\`${field}\``, description]),
        )}`,
    )
    .join("\n");

const bulletList = (sentences: readonly string[]): string =>
  sentences.map(sentence => `- ${sentence}\n`).join("");

const summaryOf = ({ counts }: CardFacts): string =>
  `${counts.items} questions and tasks (${counts.test} test, ${counts.dev} dev) on ${counts.documents} documents, for testing systems that retrieve and answer. Each has an answer and keypoints and, if the documents answer it, references that quote them verbatim; ${counts.relevant} labels say which documents are relevant.`;

/** Python lines that load the first split of each configuration. */
const loadingCode = (facts: CardFacts): string =>
  `from datasets import load_dataset\n\n${configurations(facts)
    .map(
      ({ config_name, data_files }) =>
        `${config_name} = load_dataset("<this folder or repository>", "${config_name}", split="${data_files[0]?.split ?? ""}")\n`,
    )
    .join("")}`;

/** Returns README.md; the same facts give the same bytes. */
export function datasetCard(facts: CardFacts): string {
  const { heading, licences, items } = facts;
  const hasChinese = items.some(({ language }) => language === "zh");
  return `---
${frontMatter(facts)}---

# ${titleOf(heading)}

${summaryOf(facts)}

\`\`\`python
${loadingCode(facts)}\`\`\`

## What it contains

${countsTable(items)}
${licenceTable(licences)}
## How it was made

${describeMaking(facts)}

## Limits of the scores

${bulletList(limits(heading))}
## Keep it out of training

${heading.canary}

A model that can recite this line has seen this benchmark.

## Fields

${fieldTables()}${hasChinese ? `\n## 中文说明\n\n${chineseSummary(facts.counts)}\n\n分数的局限：\n\n${bulletList(chineseLimits(heading))}` : ""}`;
}
