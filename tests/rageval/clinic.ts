// A small schema in both languages, filled by rule and by hand, for tests of filling and of contradictions.

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { Names } from "../../schemas/rageval/names.ts";
import { leafAt } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fixtureYaml } from "../support/fixtures.ts";

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`../../schemas/domains/${name}`, import.meta.url), "utf8"));

export const names = {
  zh: Names.parse(read("names.zh.yaml")),
  en: Names.parse(read("names.en.yaml")),
};

export const readDomain = (domain: string, language: "zh" | "en"): ScenarioSchema =>
  ScenarioSchema.parse(read(`${domain}.${language}.yaml`));

interface Clinic {
  readonly schema: unknown;
  /** A config without a contradiction: paths with their values. */
  readonly sound: Readonly<Record<string, string>>;
}
const [zh, en] = (["zh", "en"] as const).map(language =>
  fixtureYaml<Clinic>(`clinic.${language}.yaml`),
) as [Clinic, Clinic];

export const clinicZh = ScenarioSchema.parse(zh.schema);
export const clinicEn = ScenarioSchema.parse(en.schema);
export const sound = { zh: zh.sound, en: en.sound };

/** A config from paths and values; what `null` names is left out. */
export const configOf = (
  schema: ScenarioSchema,
  values: Record<string, string | null>,
): ConfigValue[] =>
  Object.entries(values).flatMap(([path, value]) => {
    const found = leafAt(schema, path);
    return value === null
      ? []
      : [
          {
            path,
            label: found?.label ?? path,
            type: found?.type ?? "text",
            value,
            filledBy: found?.fill ?? "model",
            withheld: false,
          },
        ];
  });
