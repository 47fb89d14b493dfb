import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { readSealingKey, unseal } from "#app/platform/sealed.server.ts";
import { PASSWORD_CELL, type StoredMailServer } from "#app/settings/mail-server.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

/** Whether a mail leaves this site: every sentence that promises one asks this first. */
export async function canMailLeave(app: AppContext, db: Queries = app.db.kysely): Promise<boolean> {
  return app.config.smtpUrl !== null || canMailLeaveBy(app, await getSetting(db, app.log, "mailServer"));
}

/** The same where the settings have been read already. */
export function canMailLeaveBy(app: AppContext, stored: StoredMailServer): boolean {
  return app.config.smtpUrl !== null || (stored !== null && openPassword(app, stored) !== null);
}

/** The stored server's password, empty if it wants none; null: this machine's key does not open it. */
export function openPassword(app: AppContext, { password }: NonNullable<StoredMailServer>): string | null {
  if (password === "") return "";
  const key = readSealingKey(app.config);
  return key && unseal(key, PASSWORD_CELL, password);
}
