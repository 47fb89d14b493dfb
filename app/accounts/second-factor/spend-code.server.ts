import { sealed, unsealed } from "#app/accounts/better-auth.gateway.server.ts";
import {
  getSecondFactor,
  type StoredSecondFactor,
  takeStep,
  writeBackupCodes,
} from "#app/accounts/second-factor/second-factors.db.server.ts";
import { stepOf } from "#app/accounts/second-factor/totp.server.ts";
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
