// Loads a command's code only when it runs, so that defining all commands costs little.

/** A command's action: loads the function that does the work, passes it what was typed, and sets the exit code it returns. */
export const lazyAction =
  <Typed extends unknown[]>(load: () => Promise<(...typed: Typed) => number | Promise<number>>) =>
  async (...typed: Typed): Promise<void> => {
    const act = await load();
    process.exitCode = await act(...typed);
  };

/** Hint below commander's message about a mistyped command. */
export const helpHint = "Run the command with --help to see its options.";
