/** An error with the command that fixes it, in words for a person: shown without a stack. */
export class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command; the resolved value is the exit code. A `Failure` prints its message only. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    process.exitCode = error.exitCode;
  }
}

export async function step(title, work) {
  const started = performance.now();
  say(`${title} ...`);
  const result = await work();
  say(`${title}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

export function say(line) {
  console.error(line);
}
