// Finds the leaves of a schema with the age, birth and sex of the same person, and the leaves about that person.

import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";

export interface Person {
  readonly age: Leaf | undefined;
  readonly birth: Leaf | undefined;
  readonly sex: Leaf | undefined;
  readonly marriage: Leaf | undefined;
  /** The date of the stated age: an admission, a judgment. */
  readonly event: Leaf | undefined;
  /** Leaves about this person. */
  readonly about: readonly Leaf[];
}

const AGE = /(?:^|[/_ -])age(?:$|[ _-]at)|年龄|周岁/;
const BIRTH = /birth|born|出生(?!地)/;
const SEX = /(?:^|[/_ -])(?:sex|gender)\b|性别/;
const MARRIAGE = /marriage|wedding|结婚/;
const OCCUPATION = /occupation|profession|employment|职业|身份/;
const OTHERS =
  /victim|witness|family|mother|father|spouse|relative|judge|prosecut|doctor|physician|nurse|lawyer|counsel|被害|证人|家族|亲属|联系人|医师|医生|护士|审判|法官|检察|律师|辩护/;
// In order of preference: an age is stated at admission or judgment, otherwise at a hearing or visit.
const EVENTS = [
  /admission|admitted|入院/,
  /judge?ment|verdict|sentenc|判决|宣判/,
  /visit|hearing|trial|就诊|开庭|审理/,
];

const namesOf = ({ path, label }: Leaf) => `${path} ${label}`.toLowerCase();
const holderOf = ({ path }: Leaf) => path.split("/").slice(0, -1).join("/");

export const isOccupation = (leaf: Leaf): boolean => OCCUPATION.test(namesOf(leaf));

function eventOf({ leaves }: ScenarioSchema): Leaf | undefined {
  const dates = leaves.filter(
    leaf => leaf.type === "date" && !leaf.many && !BIRTH.test(namesOf(leaf)),
  );
  return EVENTS.map(event => dates.find(leaf => event.test(namesOf(leaf)))).find(
    leaf => leaf !== undefined,
  );
}

const known = new WeakMap<ScenarioSchema, readonly Person[]>();

/** The persons with an age, birth date or sex in a schema. If there is only one, every leaf that names nobody else is about them. */
export function findPeople(schema: ScenarioSchema): readonly Person[] {
  const found = known.get(schema) ?? peopleOf(schema);
  known.set(schema, found);
  return found;
}

function peopleOf(schema: ScenarioSchema): Person[] {
  const single = schema.leaves.filter(leaf => !leaf.many);
  const personal = single.filter(leaf => isAge(leaf) || isBirth(leaf) || isSex(leaf));
  const persons = joined([...new Set(personal.map(holderOf))], personal);
  const event = eventOf(schema);
  return persons.map(holders => {
    const own = single.filter(leaf => holders.includes(holderOf(leaf)));
    const about =
      persons.length > 1
        ? own
        : schema.leaves.filter(
            leaf => holders.includes(holderOf(leaf)) || !OTHERS.test(namesOf(leaf)),
          );
    return {
      age: own.find(isAge),
      birth: own.find(isBirth),
      sex: own.find(isSex),
      marriage: own.find(isMarriage),
      event,
      about,
    };
  });
}

/** Branches with different data (age in one, birth in another) belong to one person, unless a leaf names another person. */
function joined(holders: readonly string[], personal: readonly Leaf[]): string[][] {
  const kinds = (holder: string) =>
    personal
      .filter(leaf => holderOf(leaf) === holder)
      .map(leaf => (isAge(leaf) ? "age" : isBirth(leaf) ? "birth" : "sex"));
  const all = holders.flatMap(kinds);
  const ofOthers = personal.some(leaf => OTHERS.test(namesOf(leaf)));
  return new Set(all).size === all.length && !ofOthers && holders.length > 1
    ? [[...holders]]
    : holders.map(holder => [holder]);
}

// An age at some earlier event is not the person's age in the document.
const isAge = (leaf: Leaf) =>
  leaf.type === "number" &&
  AGE.test(namesOf(leaf)) &&
  !/marri|menarche|menopause|gestation|onset|结婚|初婚|初潮|绝经|发病|孕/.test(namesOf(leaf));
const isBirth = (leaf: Leaf) => leaf.type === "date" && BIRTH.test(namesOf(leaf));
const isSex = (leaf: Leaf) =>
  (leaf.type === "choice" || leaf.type === "text") && SEX.test(namesOf(leaf));
const isMarriage = (leaf: Leaf) => leaf.type === "date" && MARRIAGE.test(namesOf(leaf));
