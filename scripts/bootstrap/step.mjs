/** What went wrong and the command that mends it, in words for a person: shown without a stack. */
export class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command's whole work; what it resolves to is the exit code. A `Failure` is told plainly. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    process.exitCode = error.exitCode;
  }
}

/** Says what begins, does it, and says how long it took. */
export async function step(title, work) {
  const started = performance.now();
  say(`${title} ...`);
  const result = await work();
  say(`${title}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

/** A line of progress. On standard error, so that a script's own output can be piped. */
export function say(line) {
  console.error(line);
}
