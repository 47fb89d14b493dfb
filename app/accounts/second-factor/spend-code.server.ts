import { createHmac, timingSafeEqual } from "node:crypto";
import { sealed, unsealed } from "#app/accounts/better-auth.gateway.server.ts";
import {
  getSecondFactor,
  type StoredSecondFactor,
  takeStep,
  writeBackupCodes,
} from "#app/accounts/second-factor/second-factors.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Uses a code from the app or a backup code: each works once, even when two requests race. */
export async function spendCode(app: AppContext, userId: string, typed: string): Promise<boolean> {
  const stored = await getSecondFactor(app.db.kysely, userId);
  if (!stored?.isOn) return false;
  const code = typed.replace(/\s/g, "");
  return /^\d{6}$/.test(code) ? spendAppCode(app, stored, code) : spendBackupCode(app, stored, code);
}

/** Uses the first code of an app that is being set up. Like the rest, it works once. */
export async function spendFirstCode(app: AppContext, userId: string, typed: string): Promise<boolean> {
  const stored = await getSecondFactor(app.db.kysely, userId);
  return stored !== null && spendAppCode(app, stored, typed.replace(/\s/g, ""));
}

async function spendAppCode(app: AppContext, { id, secret }: StoredSecondFactor, code: string): Promise<boolean> {
  const step = stepOf(await unsealed(app, secret), { code, now: app.clock.now() });
  return step !== null && takeStep(app.db.kysely, { id, step });
}

async function spendBackupCode(app: AppContext, stored: StoredSecondFactor, code: string): Promise<boolean> {
  const codes: string[] = JSON.parse(await unsealed(app, stored.backupCodes));
  if (!codes.includes(code)) return false;
  const left = await sealed(app, JSON.stringify(codes.filter((one) => one !== code)));
  return writeBackupCodes(app.db.kysely, { id: stored.id, from: stored.backupCodes, to: left });
}

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
