import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSealingKey, unseal } from "#app/platform/encryption.server.ts";
import { PASSWORD_CELL, type StoredMailServer } from "#app/settings/schemas/mail-server.ts";

/** Whether a mail leaves this site; `practice/` asks it for every sentence that promises one. */
export function canMailLeaveBy(app: AppContext, stored: StoredMailServer): boolean {
  return app.config.smtpUrl !== null || (stored !== null && openPassword(app, stored) !== null);
}

/** The stored server's password, empty if it wants none; null: this machine's key does not open it. */
export function openPassword(app: AppContext, { password }: NonNullable<StoredMailServer>): string | null {
  if (password === "") return "";
  const key = readSealingKey(app.config);
  return key && unseal(key, PASSWORD_CELL, password);
}
