// Where values stand: of two things of one day each has its own sentence.

import { expect, test } from "vitest";
import { placesOf } from "../../pipelines/rageval/fact-places.ts";

test("of two sentences with one day, the one that only the operation can have is not the ward round's", () => {
  const text =
    "2024年4月23日，患者接受了住院期间的主要手术或操作。2024年4月23日，上级医师查看患者。";
  const told = (path: string, label: string) => ({
    path,
    label,
    type: "date" as const,
    value: "2024年4月23日",
  });
  const places = placesOf(text, "zh", [
    told("procedure/date", "手术或操作日期"),
    told("round/date", "上级查房日期"),
  ]);
  const startsOf = (path: string) => places.get(path)?.map(({ start }) => start);
  expect(startsOf("procedure/date")).toEqual([0]);
  expect(startsOf("round/date")).toEqual([text.lastIndexOf("2024年")]);
});
