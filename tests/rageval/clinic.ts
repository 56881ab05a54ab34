// A small schema in both languages, filled by rule and by hand, for tests of filling and of contradictions.

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { Names } from "../../schemas/rageval/names.ts";
import { leafAt } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";

const read = (name: string): unknown => parse(readFileSync(new URL(`../../schemas/domains/${name}`, import.meta.url), "utf8"));

export const names = { zh: Names.parse(read("names.zh.yaml")), en: Names.parse(read("names.en.yaml")) };

export const readDomain = (domain: string, language: "zh" | "en"): ScenarioSchema => ScenarioSchema.parse(read(`${domain}.${language}.yaml`));

const leaf = (path: string, label: string, type: string, more: object = {}) => ({ path, label, type, description: label, fill: "rule", section: "all", ...more });

const clinic = (
  language: "zh" | "en",
  [name, sex, age, birth, job, admitted, operated, discharged, surgery, surgeon, disease, history, bill, drugs, care, allergies, number]: string[],
  words: Record<string, string[]>,
) =>
  ScenarioSchema.parse({
    domain: "clinic",
    language,
    scenario: "record",
    subject: "{patient/name}",
    subScenario: "diagnosis/class",
    sections: [{ id: "all", title: "all", form: "" }],
    leaves: [
      leaf("patient/name", name ?? "", "person"),
      leaf("patient/sex", sex ?? "", "choice", { options: words["sex"] }),
      leaf("patient/age", age ?? "", "number", { range: { minimum: 18, maximum: 80 }, unit: words["years"]?.[0] }),
      leaf("patient/birth", birth ?? "", "date"),
      leaf("patient/occupation", job ?? "", "text", { options: words["jobs"] }),
      leaf("stay/admission", admitted ?? "", "date", { period: { from: "2020-01-01", to: "2023-06-30" } }),
      leaf("stay/surgery", surgery ?? "", "choice", { options: words["yesNo"] }),
      leaf("stay/operation-date", operated ?? "", "date", {
        after: { path: "stay/admission", minimumDays: 1, maximumDays: 6 },
        onlyIf: { path: "stay/surgery", equals: [words["yesNo"]?.[0]] },
      }),
      leaf("stay/discharge", discharged ?? "", "date", { after: { path: "stay/operation-date", minimumDays: 2, maximumDays: 20 } }),
      leaf("stay/surgeon", surgeon ?? "", "person", { onlyIf: { path: "stay/surgery", equals: [words["yesNo"]?.[0]] } }),
      leaf("diagnosis/class", "class", "choice", { options: words["classes"] }),
      leaf("diagnosis/disease", disease ?? "", "choice", {
        optionsBy: { [words["classes"]?.[0] ?? ""]: words["diseasesOfWomen"], [words["classes"]?.[1] ?? ""]: words["diseases"] },
      }),
      leaf("history/past", history ?? "", "text", { fill: "model" }),
      leaf("bill/drugs", drugs ?? "", "money", { range: { minimum: 1000, maximum: 9000, decimals: 1 }, unit: words["money"]?.[0] }),
      leaf("bill/care", care ?? "", "money", { range: { minimum: 2000, maximum: 5000, decimals: 2 }, unit: words["money"]?.[0] }),
      leaf("bill/total", bill ?? "", "money", { sumOf: ["bill/drugs", "bill/care"], unit: words["money"]?.[0] }),
      leaf("history/allergies", allergies ?? "", "choice", { many: true, options: words["allergies"] }),
      leaf("patient/file", number ?? "", "text", { pattern: words["pattern"]?.[0] }),
    ],
    contradictions: [
      { when: { path: "history/allergies", matches: words["clash"]?.[0] }, never: { path: "history/past", matches: words["clash"]?.[1] }, because: words["clash"]?.[2] },
    ],
  });

export const clinicZh = clinic(
  "zh",
  ["患者姓名", "性别", "年龄", "出生日期", "职业", "入院日期", "手术日期", "出院日期", "是否手术", "主刀医师", "诊断", "既往史", "费用合计", "药费", "护理费", "过敏史", "病案名"],
  {
    sex: ["男", "女"],
    years: ["岁"],
    jobs: ["教师", "小学生", "退休工人", "出租车司机"],
    yesNo: ["是", "否"],
    classes: ["妇科", "内科"],
    diseasesOfWomen: ["子宫肌瘤", "卵巢囊肿"],
    diseases: ["肺炎", "前列腺增生"],
    money: ["元"],
    allergies: ["青霉素", "海鲜", "花粉", "磺胺"],
    pattern: ["{patient/name}（{patient/sex}）病案"],
    clash: ["青霉素", "长期使用青霉素", "对青霉素过敏者不能长期使用青霉素"],
  },
);

export const clinicEn = clinic(
  "en",
  [
    "patient's name",
    "sex",
    "age",
    "date of birth",
    "occupation",
    "date of admission",
    "date of the operation",
    "date of discharge",
    "operated",
    "surgeon",
    "diagnosis",
    "past history",
    "total bill",
    "drugs bill",
    "care bill",
    "allergies",
    "file name",
  ],
  {
    sex: ["male", "female"],
    years: ["years"],
    jobs: ["teacher", "primary school student", "retired miner", "cab driver"],
    yesNo: ["yes", "no"],
    classes: ["gynaecology", "internal medicine"],
    diseasesOfWomen: ["uterine fibroids", "ovarian cyst"],
    diseases: ["pneumonia", "prostatic hyperplasia and prostatitis"],
    money: ["US$"],
    allergies: ["penicillin", "seafood", "pollen", "sulfa drugs"],
    pattern: ["File of {patient/name} ({patient/sex})"],
    clash: ["penicillin", "long-term penicillin", "nobody allergic to penicillin takes it for long"],
  },
);

/** A config from paths and values; what `null` names is left out. */
export const configOf = (schema: ScenarioSchema, values: Record<string, string | null>): ConfigValue[] =>
  Object.entries(values).flatMap(([path, value]) => {
    const found = leafAt(schema, path);
    return value === null ? [] : [{ path, label: found?.label ?? path, type: found?.type ?? "text", value, filledBy: found?.fill ?? "model", withheld: false }];
  });

export const sound = {
  zh: {
    "patient/name": "沈若兰",
    "patient/sex": "女",
    "patient/age": "45岁",
    "patient/birth": "1976年3月5日",
    "patient/occupation": "教师",
    "stay/admission": "2021年4月1日",
    "stay/surgery": "是",
    "stay/operation-date": "2021年4月3日",
    "stay/discharge": "2021年4月12日",
    "stay/surgeon": "许志远",
    "diagnosis/class": "妇科",
    "diagnosis/disease": "子宫肌瘤",
    "history/past": "高血压病史五年。",
    "bill/drugs": "3,200.5元",
    "bill/care": "2,100.25元",
    "bill/total": "5,300.75元",
    "history/allergies/1": "青霉素",
    "history/allergies/2": "海鲜",
    "patient/file": "沈若兰（女）病案",
  },
  en: {
    "patient/name": "Clara Tansley",
    "patient/sex": "female",
    "patient/age": "45 years",
    "patient/birth": "5 March 1976",
    "patient/occupation": "teacher",
    "stay/admission": "1 April 2021",
    "stay/surgery": "yes",
    "stay/operation-date": "3 April 2021",
    "stay/discharge": "12 April 2021",
    "stay/surgeon": "Hugo Draycott",
    "diagnosis/class": "gynaecology",
    "diagnosis/disease": "uterine fibroids",
    "history/past": "High blood pressure for five years.",
    "bill/drugs": "US$3,200.5",
    "bill/care": "US$2,100.25",
    "bill/total": "US$5,300.75",
    "history/allergies/1": "penicillin",
    "history/allergies/2": "seafood",
    "patient/file": "File of Clara Tansley (female)",
  },
} as const;
