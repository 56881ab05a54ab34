// Every prepared scenario schema is whole: paths, sub-scenarios, sentences and questions hold what they promise.

import { describe, expect, test } from "vitest";
import { StatuteTable } from "../../pipelines/rageval/statutes.ts";
import { placeholdersOf } from "../../schemas/rageval/paths.ts";
import type { Field, Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import {
  domainNames,
  identity,
  leafAt,
  namedBy,
  optionsOf,
  pathsNamedBy,
  readDomainFile,
  readSchema,
  statuteNames,
  subScenarios,
} from "./domain-files.ts";

const repeated = (texts: readonly string[]) =>
  texts.filter((text, index) => texts.indexOf(text) !== index);
const told = (leaves: readonly Leaf[], wrong: (leaf: Leaf) => readonly string[]) =>
  leaves.flatMap(leaf => wrong(leaf).map(what => `${leaf.path}: ${what}`));
const lacks = (texts: readonly string[], part: string) =>
  texts.filter(text => !text.includes(part));

/** A date whose chain of `after` comes back to itself. */
function isCircular(schema: ScenarioSchema, leaf: Leaf): boolean {
  let next = leaf.after && leafAt(schema, leaf.after.path);
  for (let steps = 0; next !== undefined && steps < schema.leaves.length; steps++) {
    if (next.path === leaf.path) return true;
    next = next.after && leafAt(schema, next.after.path);
  }
  return false;
}

describe.each(domainNames)("%s", name => {
  const schema = readSchema(name);
  const { leaves, sections } = schema;
  const paths = new Set(leaves.map(({ path }) => path));
  const own = identity(schema);
  const asked = leaves.filter(({ path }) => !own.has(path));

  test("says the domain and language its name says", () => {
    expect(`${schema.domain}.${schema.language}.yaml`).toBe(name);
  });

  test("every leaf stands in a section, and every section has leaves", () => {
    expect(sections.length).toBeGreaterThanOrEqual(4);
    expect(new Set(leaves.map(({ section }) => section))).toEqual(
      new Set(sections.map(({ id }) => id)),
    );
  });

  test("every path that is named exists", () => {
    const named = [
      ...placeholdersOf(schema.subject),
      ...schema.contradictions.flatMap(({ when, never }) => [when.path, never.path]),
    ];
    expect(named.filter(path => !paths.has(path))).toEqual([]);
    const agreed = schema.agreements.flatMap(({ result, of }) => [result, ...of]);
    expect(agreed.filter(path => namedBy(schema, path) === undefined)).toEqual([]);
    expect(
      told(leaves, leaf => pathsNamedBy(leaf).filter(path => namedBy(schema, path) === undefined)),
    ).toEqual([]);
  });

  test("a date comes after a date, never in a circle", () => {
    expect(
      told(leaves, ({ after }) =>
        after && namedBy(schema, after.path)?.type !== "date" ? [after.path] : [],
      ),
    ).toEqual([]);
    expect(leaves.filter(leaf => isCircular(schema, leaf))).toEqual([]);
    expect(
      told(leaves, ({ after }) =>
        after && after.minimumDays > after.maximumDays ? ["minimum over maximum"] : [],
      ),
    ).toEqual([]);
  });

  test("a sum is of the same kind and unit as its parts", () => {
    const wrong = schema.agreements
      .filter(({ operation }) => operation === "sum")
      .filter(({ result, of }) => {
        const kinds = [result, ...of].map(path => namedBy(schema, path));
        return new Set(kinds.map(kind => `${kind?.type} ${kind?.unit}`)).size > 1;
      });
    expect(wrong).toEqual([]);
  });

  test("options go by sub-scenarios that exist, and differ", () => {
    const kinds = subScenarios(schema);
    expect(kinds.length).toBeGreaterThanOrEqual(8);
    expect(
      told(leaves, ({ optionsBy = {} }) =>
        Object.keys(optionsBy).filter(kind => !kinds.includes(kind)),
      ),
    ).toEqual([]);
    expect(
      told(leaves, ({ options = [], optionsBy = {} }) =>
        [options, ...Object.values(optionsBy)].flatMap(repeated),
      ),
    ).toEqual([]);
  });

  test("a condition names values that its leaf may take", () => {
    expect(
      told(leaves, ({ onlyIf }) =>
        (onlyIf?.equals ?? []).filter(
          value => !optionsOf(leafAt(schema, onlyIf?.path ?? "")).includes(value),
        ),
      ),
    ).toEqual([]);
  });

  test("lists of records that belong together are there for every sub-scenario that has the list, and say how long they are", () => {
    expect(
      told(leaves, ({ optionListsBy = {}, onlyIf, count, fields = [] }) => [
        ...Object.keys(optionListsBy).filter(kind => onlyIf && !onlyIf.equals.includes(kind)),
        ...Object.values(optionListsBy)
          .flat()
          .filter(({ length }) => length < count!.minimum || length > count!.maximum)
          .map(list => JSON.stringify(list[0])),
        ...Object.values(optionListsBy)
          .flat(2)
          .flatMap(Object.keys)
          .filter(name => !fields.some(({ path }) => path === name)),
      ]),
    ).toEqual([]);
  });

  test("what a leaf says of the document before is of its own kind and stated by every document", () => {
    const previous = leaves.filter(leaf => leaf.previous !== undefined);
    const kindOf = (leaf: Leaf | undefined) => `${leaf?.type} ${leaf?.unit}`;
    expect(
      previous.filter(leaf => kindOf(leafAt(schema, leaf.previous!)) !== kindOf(leaf)),
    ).toEqual([]);
    const anew = schema.family?.anew ?? [];
    expect(
      previous
        .flatMap(({ path, previous: now }) => [path, now!])
        .filter(path => !anew.includes(path)),
    ).toEqual([]);
  });

  test("whatever the sub-scenario, a leaf has something to be filled from", () => {
    const invented = new Set<Leaf["type"]>(["person", "organisation", "place", "date"]);
    const happens = ({ onlyIf }: Leaf, kind: string) =>
      onlyIf?.path !== schema.subScenario || onlyIf.equals.includes(kind);
    const isOpen = (leaf: Field) => leaf.options === undefined && leaf.optionsBy === undefined;
    const drawn = (leaf: Field, path: string, kind: string) =>
      (leaf.optionsBy?.[kind] ?? leaf.options ?? []).length > 0 ||
      schema.agreements.some(({ result }) => result === path) ||
      leaf.pattern !== undefined ||
      (isOpen(leaf) && (leaf.range !== undefined || invented.has(leaf.type)));
    const filled = (leaf: Leaf, kind: string) => {
      const lists = leaf.optionListsBy?.[kind]?.flat();
      const records = lists ?? leaf.optionRecordsBy?.[kind] ?? leaf.optionRecords ?? [];
      const isGiven = (field: Field) =>
        records.length > 0 && records.every(record => record[field.path] !== undefined);
      return leaf.fields === undefined
        ? drawn(leaf, leaf.path, kind)
        : leaf.fields.every(
            field => isGiven(field) || drawn(field, `${leaf.path}/${field.path}`, kind),
          );
    };
    expect(
      told(leaves, leaf =>
        subScenarios(schema).filter(kind => happens(leaf, kind) && !filled(leaf, kind)),
      ),
    ).toEqual([]);
  });

  test("contradictions are regular expressions that can meet a value of their leaves", () => {
    const meets = ({ path, matches }: { path: string; matches: string }) => {
      const values = optionsOf(leafAt(schema, path));
      return values.length === 0 || values.some(value => new RegExp(matches, "i").test(value));
    };
    expect(
      schema.contradictions.filter(({ when, never }) => !meets(when) || !meets(never)),
    ).toEqual([]);
  });

  test("every leaf has three different statements of its value, of a list of records of all its fields", () => {
    expect(
      told(leaves, ({ statements = [] }) =>
        statements.length < 3 ? [`${statements.length} statements`] : [],
      ),
    ).toEqual([]);
    expect(
      told(leaves, ({ statements = [], fields = [{ path: "value" }] }) =>
        fields.flatMap(({ path }) => lacks(statements, `{${path}}`)),
      ),
    ).toEqual([]);
    expect(told(leaves, ({ statements = [] }) => repeated(statements))).toEqual([]);
  });

  test("a statement names only leaves that are there whenever its own is", () => {
    const mayLack = (leaf: Leaf, path: string) =>
      leafAt(schema, path)?.optional === true ||
      (leafAt(schema, path)?.onlyIf !== undefined &&
        JSON.stringify(leafAt(schema, path)?.onlyIf) !== JSON.stringify(leaf.onlyIf));
    expect(
      told(leaves, leaf =>
        (leaf.statements ?? []).filter(statement =>
          placeholdersOf(statement).some(path => mayLack(leaf, path)),
        ),
      ),
    ).toEqual([]);
  });

  test("a question for a field of a record names its document and the record's number", () => {
    const wrong = (question: string) => placeholdersOf(question).sort().join() !== "n,subject";
    expect(
      told(leaves, ({ fields = [] }) =>
        fields.flatMap(({ questions = [] }) => questions).filter(wrong),
      ),
    ).toEqual([]);
  });

  test("no question asks for two leaves, and none names another leaf", () => {
    expect(repeated(leaves.flatMap(({ questions = [] }) => questions))).toEqual([]);
    expect(
      told(leaves, ({ questions = [] }) =>
        questions.filter(question => placeholdersOf(question).join() !== "subject"),
      ),
    ).toEqual([]);
  });

  // A single sign or a common word of an option says nothing yet ("male" in "female"); a longer one gives the answer away.
  test("no question gives the answer away", () => {
    const least = schema.language === "zh" ? 3 : 6;
    expect(
      told(asked, leaf =>
        (leaf.questions ?? []).filter(question =>
          optionsOf(leaf).some(value => value.length >= least && question.includes(value)),
        ),
      ),
    ).toEqual([]);
  });
});

describe.each(statuteNames)("%s", name => {
  const table = StatuteTable.parse(readDomainFile(name));

  test("each article stands once, with its words", () => {
    expect(table.articles.length).toBeGreaterThanOrEqual(20);
    expect(repeated(table.articles.map(({ number }) => number))).toEqual([]);
    expect(table.articles.filter(({ text }) => text.length < 10)).toEqual([]);
  });

  test("every article that a judgment may cite is in it", () => {
    const schema = readSchema(`law.${table.language}.yaml`);
    const cited = schema.leaves
      .flatMap(optionsOf)
      .flatMap(
        option =>
          option.match(
            table.language === "zh"
              ? /第[一二三四五六七八九十百零]{1,8}条/g
              : /\bArticle \d{1,4}\b/g,
          ) ?? [],
      );
    expect(cited.length).toBeGreaterThan(0);
    expect(
      cited.filter(number => !table.articles.some(article => article.number === number)),
    ).toEqual([]);
  });
});
