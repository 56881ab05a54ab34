/** The words of a command line, each filled-in value being one word whatever it holds. */
export const words = (
  texts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string[] =>
  texts.flatMap((text, at) => [
    ...text.split(" ").filter(word => word !== ""),
    ...values.slice(at, at + 1).map(String),
  ]);
