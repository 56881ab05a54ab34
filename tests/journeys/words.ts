// The words of a command line, as a line: each filled-in value is one word, whatever it holds.

export const words = (
  texts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string[] =>
  texts.flatMap((text, at) => [
    ...text.split(" ").filter(word => word !== ""),
    ...values.slice(at, at + 1).map(String),
  ]);
