// How old the named people of a sentence are: ages are told once, and every two of them can be set against each other.

import { findValues } from "../../text/values.ts";
import type { NewsSentence } from "../news/article-reading.ts";
import { findNames } from "../news/news-names.ts";
import { hanPersonAtStart } from "./han-persons.ts";
import type { Measure } from "./measures.ts";

export const AGE = "age";

const LATIN = "\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}\\.)?(?: (?:de |van |von |al-)?\\p{Lu}[\\p{L}’'-]+){1,2}";
const LATIN_AGES = [
  new RegExp(`(?<name>${LATIN}), (?:now |aged )?(?<age>\\d{1,3})(?: years old)?(?=[,.;]| and )`, "gu"),
  new RegExp(`(?<age>\\d{1,2}|[A-Z][a-z]+(?:-[a-z]+)?)-year-old (?<name>${LATIN})`, "gu"),
];
const HAN_NUMBER = "(?:\\d{1,3}|[一二三四五六七八九]?十[一二三四五六七八九]?)";
/** "六十八岁的鲁望舒", "今年三十三岁的小学体育老师邹雨笙". */
const HAN_AGE_FIRST = new RegExp(`(?<![\\d十一二三四五六七八九至到—~-])(${HAN_NUMBER})周?岁的([^，。；“”、]{2,24})`, "gu");
/** "邹雨笙今年三十三岁", "沈青（68岁）". */
const HAN_NAME_FIRST = new RegExp(`(\\p{Script=Han}{2,4}?)(?:，?(?:今年|现年)|[（(，])?(${HAN_NUMBER})周?岁(?=[，。；）)、]|$)`, "gu");

export function agesIn(sentence: NewsSentence, language: "zh" | "en"): Measure[] {
  const found = language === "zh" ? hanAges(sentence.text) : latinAges(sentence.text);
  return found.flatMap(({ name, age }) => {
    const [value] = findValues(language === "zh" ? `${age}岁` : age, language);
    const order = Number(value?.canonical.split(" ")[0]);
    if (value === undefined || !(order >= 5 && order <= 115)) return [];
    const whole = language === "zh" ? `${age}岁` : age;
    const told = language === "zh" ? `${name}${whole}` : `${name} is ${whole}`;
    return [{ sentence: sentence.number, label: name, whole, told, matter: AGE, amount: { kind: value.kind, text: whole, canonical: value.canonical, order, unit: AGE, whole } }];
  });
}

interface Age {
  readonly name: string;
  readonly age: string;
}

const latinAges = (text: string): Age[] =>
  LATIN_AGES.flatMap(pattern => [...text.matchAll(pattern)]).flatMap(({ groups }) => {
    const [name = "", age = ""] = [groups?.["name"], groups?.["age"]?.toLowerCase()];
    const person = name.replace(/^(?:Dr|Mr|Mrs|Ms|Sir|Dame) /, "");
    return person.split(" ").length >= 2 ? [{ name: withoutRole(person), age }] : [];
  });

/** "Baker Jago Pellathurst": the trade that opens a sentence is no name. */
const withoutRole = (name: string): string => {
  const words = name.split(" ");
  return words.length > 2 && /(?:er|or|ist|ian|man|woman|ant|ent|ect|ee|help)$/.test(words[0] ?? "") ? words.slice(1).join(" ") : name;
};

function hanAges(text: string): Age[] {
  const before = [...text.matchAll(HAN_AGE_FIRST)].flatMap(([, age = "", after = ""]) => {
    const name = hanPersonAtStart(after) ?? personIn(after);
    return name === undefined ? [] : [{ name, age }];
  });
  const behind = [...text.matchAll(HAN_NAME_FIRST)].flatMap(([, name = "", age = ""]) => (hanPersonAtStart(name) === name ? [{ name, age }] : []));
  return [...before, ...behind];
}

/** The one person told of behind a trade; two of them, and the age may be either's. */
function personIn(text: string): string | undefined {
  const people = findNames(text, "zh").filter(({ kind, text: name }) => kind === "person" && name.length >= 2 && name.length <= 12);
  return people.length === 1 ? people[0]?.text : undefined;
}
