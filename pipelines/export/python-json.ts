// Writes JSON as Python's json.dumps(ensure_ascii=False) does: ", " and ": " as separators, keys in their own order.

/** Leaves out keys with undefined values, as JSON.stringify does. */
export function toPythonJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(toPythonJson).join(", ")}]`;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}: ${toPythonJson(inner)}`).join(", ")}}`;
}

/** Yields one value per line, with a final newline. */
export function* pythonLines(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield `${toPythonJson(value)}\n`;
}

/** Yields a list, one element per line. */
export function* pythonList(list: readonly unknown[]): Generator<string> {
  yield "[";
  for (const [index, value] of list.entries())
    yield `${index === 0 ? "" : ","}\n${toPythonJson(value)}`;
  yield list.length === 0 ? "]\n" : "\n]\n";
}

/** Yields an object of lists, one element per line. */
export function* pythonObject(lists: Readonly<Record<string, readonly unknown[] | undefined>>) {
  const presentLists = Object.entries(lists).filter(([, list]) => list !== undefined);
  for (const [listIndex, [key, list = []]] of presentLists.entries()) {
    yield `${listIndex === 0 ? "{" : ",\n"}${JSON.stringify(key)}: ${list.length === 0 ? "[]" : ""}`;
    for (const [index, value] of list.entries())
      yield `${index === 0 ? "[" : ","}\n${toPythonJson(value)}`;
    if (list.length > 0) yield "\n]";
  }
  yield "}\n";
}
