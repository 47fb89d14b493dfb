import pino, { type DestinationStream, type Logger } from "pino";

export type Log = Logger;

// Whatever a careless line hands over, these never reach the log (personal data, secrets).
const PRIVATE = ["name", "email", "phone", "password", "token", "secret", "authorization", "cookie"];
// PostgreSQL quotes the row that broke a rule in these.
const QUOTING = ["detail", "where", "parameters"].map((key) => `err.${key}`);

/** A structured log on standard output, one JSON object a line. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...QUOTING, ...PRIVATE.flatMap((key) => [key, `*.${key}`])], censor: "[private]" },
  };
  return destination ? pino(options, destination) : pino(options);
}
