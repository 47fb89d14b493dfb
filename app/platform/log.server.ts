import pino, { type DestinationStream, type Logger } from "pino";

export type Log = Logger;

// Whatever a careless line hands over, these never reach the log (personal data, secrets).
const PRIVATE = ["name", "email", "phone", "password", "token", "secret", "authorization", "cookie"];

/** A structured log on standard output, one JSON object a line. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PRIVATE.flatMap((key) => [key, `*.${key}`]), censor: "[private]" },
  };
  return destination ? pino(options, destination) : pino(options);
}
