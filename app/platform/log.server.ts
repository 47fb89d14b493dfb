import pino, { type DestinationStream, type Logger } from "pino";

export type Log = Logger;

// These never reach the log, whatever a careless call passes (personal data, secrets).
const PRIVATE = ["name", "email", "phone", "password", "token", "secret", "authorization", "cookie"];
// PostgreSQL quotes the row that broke a constraint in these.
const QUOTING = ["detail", "where", "parameters"].map((key) => `err.${key}`);

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...QUOTING, ...PRIVATE.flatMap((key) => [key, `*.${key}`])], censor: "[private]" },
  };
  return destination ? pino(options, destination) : pino(options);
}
