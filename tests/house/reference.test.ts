// docs/reference.md: every command with its options, every setting with its default, every type and metric with its meaning, as the code has them.

import type { Command, Option } from "commander";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../../pipelines/cli/program.ts";
import { senseOf } from "../../pipelines/evaluate/metric-sense.ts";
import { type JsonSchema, settingsSchema } from "../../pipelines/run/settings-schema.ts";
import { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { defaultMix, Wing } from "../../schemas/wings.ts";
import { Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";
import { root } from "./files.ts";

const page = join(root, "docs/reference.md");
const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function optionLine({ flags, description, argChoices, defaultValue }: Option): string {
  const choices = argChoices ? ` (${argChoices.join(", ")})` : "";
  const usual = defaultValue === undefined ? "" : `; default ${JSON.stringify(defaultValue)}`;
  return `| \`${cell(flags)}\` | ${cell(description)}${choices}${usual} |`;
}

function commandText(command: Command, above: string): string {
  const name = `${above} ${command.name()}`;
  const below = command.commands.map(each => commandText(each, name));
  const isGroup = below.length > 0 && command.registeredArguments.length === 0;
  return [...(isGroup ? [] : [ownText(command, name)]), ...below].join("\n");
}

function ownText(command: Command, name: string): string {
  const given = command.registeredArguments.map(argument =>
    argument.required ? ` <${argument.name()}>` : ` [${argument.name()}]`,
  );
  const options = command.options.map(optionLine);
  return [
    `### ${name}${given.join("")}\n`,
    `${command.description()}.\n`,
    ...(options.length > 0 ? ["| option | |", "| --- | --- |", ...options, ""] : []),
  ].join("\n");
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(String).join(", ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "values"}`;
  if (schema.type === "object" || schema.properties) return "group";
  return [schema.type ?? "value"].flat().join(" or ");
}

/** A group's settings one by one, each by its whole name. */
function settingLines(schema: JsonSchema, above = ""): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, setting]) => {
    const full = `${above}${name}`;
    const isGroup = setting.properties !== undefined;
    const usual =
      isGroup || setting.default === undefined
        ? ""
        : `\`${cell(JSON.stringify(setting.default))}\``;
    const line = `| \`${full}\` | ${cell(setting.description ?? "")} | ${typeOf(setting)} | ${usual} |`;
    return [line, ...(isGroup ? settingLines(setting, `${full}.`) : [])];
  });
}

const definitionOf = (type: QuestionType): string =>
  readFileSync(join(root, `prompts/types/${type}.en.hbs`), "utf8")
    .split("\n- ")[1]
    ?.replace(`${type}: `, "")
    .replaceAll(/\s*\n\s*/g, " ")
    .trim() ?? "";

const wingsOf = (type: QuestionType): string =>
  Wing.options
    .flatMap(wing => {
      const weight = defaultMix(wing)[type];
      return weight === undefined ? [] : `${wing} ${weight}`;
    })
    .join(", ");

const typeLine = (type: QuestionType): string =>
  `| \`${type}\` | ${cell(definitionOf(type))} | ${questionTypes[type].family ? "families" : "any documents"} | ${wingsOf(type)} |`;

function metricLine(metric: Metric): string {
  const { line, source } = metricRecords[metric];
  const { better, min, max } = senseOf(metric);
  const range = Number.isFinite(max)
    ? `${min} to ${max}`
    : Number.isFinite(min)
      ? `${min} or more`
      : "any";
  return `| \`${metric}\` | ${cell(line.en)} | ${better ?? "neither"} | ${range} | ${source} |`;
}

const reference = () =>
  `${[
    "# Reference",
    "Written from the code by a test (`npx vitest run tests/house/reference.test.ts -u`).",
    "## Settings",
    "Of `ragwright.yaml`, or the default export of `ragwright.config.ts` (`defineConfig`). `ragwright init` writes the JSON schema by which editors check the YAML. What is typed as an option overrules the file.",
    [
      "| setting | | takes | default |",
      "| --- | --- | --- | --- |",
      ...settingLines(settingsSchema()),
    ].join("\n"),
    "## Commands",
    createProgram()
      .commands.map(command => commandText(command, "ragwright"))
      .join("\n"),
    "## Question types",
    "As `mix` names them. What each means is what models are told. `families`: only about documents on one subject, which a run writes. The weights are those of the default mixes.",
    [
      "| type | | asked about | default weight |",
      "| --- | --- | --- | --- |",
      ...QuestionType.options.map(typeLine),
    ].join("\n"),
    "## Metrics",
    "As `--metrics`, `--metric`, `--fail-under` and result files name them.",
    [
      "| metric | | better | range | defined by |",
      "| --- | --- | --- | --- | --- |",
      ...Metric.options.map(metricLine),
    ].join("\n"),
  ].join("\n\n")}\n`;

test("the reference is that of the code; `npx vitest run tests/house/reference.test.ts -u` writes it again", async () => {
  await expect(reference()).toMatchFileSnapshot(page);
});

test("every option and every command says what it does", () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const silent = all(createProgram()).flatMap(command =>
    command.options.filter(({ description }) => description === "").map(({ flags }) => flags),
  );
  expect(silent).toEqual([]);
});
