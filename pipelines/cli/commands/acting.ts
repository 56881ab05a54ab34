// What a command does is loaded when it is typed, so that the definitions of all of them cost little.

/** An action: loads what does the work, hands it what was typed, and takes what it returns as the exit code. */
export const acting =
  <Typed extends unknown[]>(load: () => Promise<(...typed: Typed) => number | Promise<number>>) =>
  async (...typed: Typed): Promise<void> => {
    const act = await load();
    process.exitCode = await act(...typed);
  };

/** Stands below what commander says of a command that was typed wrongly. */
export const helpHint = "Type the command with --help for its options.";
