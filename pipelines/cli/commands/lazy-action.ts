// Loads the code of a command only when the command runs, so that defining all commands is cheap.

/** A command's action: loads the function that does the work, passes it the arguments, and sets the exit code it returns. */
export const lazyAction =
  <Arguments extends unknown[]>(
    load: () => Promise<(...args: Arguments) => number | Promise<number>>,
  ) =>
  async (...args: Arguments): Promise<void> => {
    const run = await load();
    process.exitCode = await run(...args);
  };

/** The hint below Commander's message about a mistyped command. */
export const helpHint = "Run the command with --help to see its options.";
