import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";

export type Log = Logger;

// These never reach the log, whatever a careless call passes (personal data, secrets).
const PRIVATE = ["name", "email", "phone", "password", "token", "secret", "authorization", "cookie"];
// PostgreSQL quotes the row that broke a constraint in these.
const QUOTING = ["detail", "where", "parameters"].map((key) => `err.${key}`);

/** An error as it was logged: our own sentence and the request's number, nothing of what was typed. */
export type LoggedError = { message: string; requestId: string | null };

const errorsOf = new WeakMap<Log, LoggedError[]>();
const ERROR = 50;
const MOST_KEPT = 100;

/** The errors that were logged since the last time, the oldest first. */
export function takeErrors(log: Log): LoggedError[] {
  return errorsOf.get(log)?.splice(0) ?? [];
}

function loggedError([about, sentence]: readonly unknown[]): LoggedError {
  const { requestId } = ((typeof about === "object" ? about : null) as { requestId?: unknown }) ?? {};
  const message = typeof about === "string" ? about : sentence;
  return {
    message: typeof message === "string" ? message.slice(0, 200) : "an error without words",
    requestId: typeof requestId === "string" ? requestId.slice(0, 64) : null,
  };
}

export function createLog(level: string, destination?: DestinationStream): Log {
  const errors: LoggedError[] = [];
  const options: LoggerOptions = {
    hooks: {
      logMethod(inputs, method, at) {
        if (at >= ERROR && errors.length < MOST_KEPT) errors.push(loggedError(inputs));
        method.apply(this, inputs);
      },
    },
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...QUOTING, ...PRIVATE.flatMap((key) => [key, `*.${key}`])], censor: "[private]" },
  };
  const log = destination ? pino(options, destination) : pino(options);
  errorsOf.set(log, errors);
  return log;
}

/** Between what was configured and `debug`, without a restart. Says which, at a level that is heard. */
export function switchLogLevel(log: Log, configured: string): void {
  log.level = log.level === "debug" ? configured : "debug";
  log.warn({ logLevel: log.level }, "the log's level was switched");
}
