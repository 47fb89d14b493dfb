import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSealingKey, unseal } from "#app/platform/encryption.server.ts";
import { appSecretCell, type StoredCalendarApps } from "#app/settings/calendar-apps.ts";

/** What the owner registered with a company, its secret opened. */
export type RegisteredApp = { clientId: string; secret: string };

/** Null: none is registered, or this machine's key did not seal its secret. */
export function openRegistered(
  { config }: Pick<AppContext, "config">,
  stored: StoredCalendarApps,
  company: keyof StoredCalendarApps,
): RegisteredApp | null {
  const { clientId, secret: sealed } = stored[company];
  const key = clientId === "" ? null : readSealingKey(config);
  const secret = key && unseal(key, appSecretCell(company), sealed);
  return secret === null ? null : { clientId, secret };
}
