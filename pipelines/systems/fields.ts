// Reads objects whose fields are not known beforehand: replies and results of a user's RAG and of libraries.

export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of the first of these fields that has one. */
export const firstPresent = (fields: Fields, ...names: readonly string[]): unknown =>
  names.map(name => fields[name]).find(value => value !== undefined && value !== null);
