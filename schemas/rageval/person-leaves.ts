// Finds the leaves of a schema with the age, birth and sex of the same person, and the leaves about that person.

import type { Leaf, ScenarioSchema } from "./schema.ts";

export interface Person {
  readonly age: Leaf | undefined;
  readonly birth: Leaf | undefined;
  readonly sex: Leaf | undefined;
  readonly marriage: Leaf | undefined;
  /** The date to which the stated age refers: an admission, a judgment. */
  readonly event: Leaf | undefined;
  /** Leaves about this person. */
  readonly about: readonly Leaf[];
}

const agePattern = /(?:^|[/_ -])age(?:$|[ _-]at)|年龄|周岁/;
const birthPattern = /birth|born|出生(?!地)/;
const sexPattern = /(?:^|[/_ -])(?:sex|gender)\b|性别/;
const marriagePattern = /marriage|wedding|结婚/;
const occupationPattern = /occupation|profession|employment|职业|身份/;
const otherPeoplePattern =
  /victim|witness|family|mother|father|spouse|relative|judge|prosecut|doctor|physician|nurse|lawyer|counsel|被害|证人|家族|亲属|联系人|医师|医生|护士|审判|法官|检察|律师|辩护/;
// In order of preference: an age is stated at admission or judgment, otherwise at a hearing or visit.
const eventPatterns = [
  /admission|admitted|入院/,
  /judge?ment|verdict|sentenc|判决|宣判/,
  /visit|hearing|trial|就诊|开庭|审理/,
];

const descriptionOf = ({ path, label }: Leaf) => `${path} ${label}`.toLowerCase();
const branchOf = ({ path }: Leaf) => path.split("/").slice(0, -1).join("/");

export const isOccupation = (leaf: Leaf): boolean => occupationPattern.test(descriptionOf(leaf));

function eventOf({ leaves }: ScenarioSchema): Leaf | undefined {
  const dates = leaves.filter(
    leaf => leaf.type === "date" && !leaf.many && !birthPattern.test(descriptionOf(leaf)),
  );
  return eventPatterns
    .map(event => dates.find(leaf => event.test(descriptionOf(leaf))))
    .find(leaf => leaf !== undefined);
}

const cache = new WeakMap<ScenarioSchema, readonly Person[]>();

/** The people with an age, birth date or sex in a schema. If there is only one, every leaf that names no one else is about them. */
export function findPeople(schema: ScenarioSchema): readonly Person[] {
  const people = cache.get(schema) ?? peopleOf(schema);
  cache.set(schema, people);
  return people;
}

function peopleOf(schema: ScenarioSchema): Person[] {
  const singleLeaves = schema.leaves.filter(leaf => !leaf.many);
  const personalLeaves = singleLeaves.filter(leaf => isAge(leaf) || isBirth(leaf) || isSex(leaf));
  const people = mergeBranches([...new Set(personalLeaves.map(branchOf))], personalLeaves);
  const event = eventOf(schema);
  return people.map(branches => {
    const ownLeaves = singleLeaves.filter(leaf => branches.includes(branchOf(leaf)));
    const about =
      people.length > 1
        ? ownLeaves
        : schema.leaves.filter(
            leaf =>
              branches.includes(branchOf(leaf)) || !otherPeoplePattern.test(descriptionOf(leaf)),
          );
    return {
      age: ownLeaves.find(isAge),
      birth: ownLeaves.find(isBirth),
      sex: ownLeaves.find(isSex),
      marriage: ownLeaves.find(isMarriage),
      event,
      about,
    };
  });
}

/** Merges branches with different data (age in one, birth in another) into one person, unless a leaf names another person. */
function mergeBranches(branches: readonly string[], personalLeaves: readonly Leaf[]): string[][] {
  const kindsOf = (branch: string) =>
    personalLeaves
      .filter(leaf => branchOf(leaf) === branch)
      .map(leaf => (isAge(leaf) ? "age" : isBirth(leaf) ? "birth" : "sex"));
  const kinds = branches.flatMap(kindsOf);
  const hasOthers = personalLeaves.some(leaf => otherPeoplePattern.test(descriptionOf(leaf)));
  return new Set(kinds).size === kinds.length && !hasOthers && branches.length > 1
    ? [[...branches]]
    : branches.map(branch => [branch]);
}

// An age at an earlier event is not the person's age in the document.
const isAge = (leaf: Leaf) =>
  leaf.type === "number" &&
  agePattern.test(descriptionOf(leaf)) &&
  !/marri|menarche|menopause|gestation|onset|结婚|初婚|初潮|绝经|发病|孕/.test(descriptionOf(leaf));
const isBirth = (leaf: Leaf) => leaf.type === "date" && birthPattern.test(descriptionOf(leaf));
const isSex = (leaf: Leaf) =>
  (leaf.type === "choice" || leaf.type === "text") && sexPattern.test(descriptionOf(leaf));
const isMarriage = (leaf: Leaf) =>
  leaf.type === "date" && marriagePattern.test(descriptionOf(leaf));
