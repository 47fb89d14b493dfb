import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_MS = 300_000;

type Signed = { key: string; timestamp: number; signature: string; body: Uint8Array; now: number };

/** Whether `key` signed `<timestamp>.<body>` (HMAC-SHA256, hex) within five minutes of now. `timestamp`: seconds. */
export function isSignedNow({ key, timestamp, signature, body, now }: Signed): boolean {
  if (!Number.isInteger(timestamp) || Math.abs(now - timestamp * 1000) > TOLERANCE_MS) return false;
  if (key === "" || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac("sha256", key).update(`${timestamp}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}
