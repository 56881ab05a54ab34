// Loads a command's code only when it runs, so that defining all commands costs little.

/** A command's action: loads the function that does the work, passes it the arguments, and sets the exit code it returns. */
export const lazyAction =
  <Arguments extends unknown[]>(
    load: () => Promise<(...args: Arguments) => number | Promise<number>>,
  ) =>
  async (...args: Arguments): Promise<void> => {
    const run = await load();
    process.exitCode = await run(...args);
  };

/** Hint below commander's message about a mistyped command. */
export const helpHint = "Run the command with --help to see its options.";
