import { createHmac, timingSafeEqual } from "node:crypto";

const STEP = 30_000;
// An app's clock may be half a minute off, or the person slow.
const DRIFT = [0, -1, 1];

/**
 * The half minute that a code belongs to, at most one away from `now`; else null (RFC 6238). Callers store it, as no
 * code of that or an earlier half minute may count again (section 5.2).
 */
export function stepOf(key: string, { code, now }: { code: string; now: number }): number | null {
  const current = Math.floor(now / STEP);
  return DRIFT.map((drift) => current + drift).find((step) => isSame(codeAt(key, step), code)) ?? null;
}

// RFC 4226, section 5.3; six digits.
function codeAt(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function isSame(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
