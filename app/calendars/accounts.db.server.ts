import type { FoundCalendar } from "#app/calendars/caldav.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { readOrMakeSealingKey, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";

type Account = Tables["calendar_accounts"];

const cellOf = (row: string) => ({ table: "calendar_accounts", column: "password", row });

export function sealPassword(app: AppContext, id: string, password: string): string {
  return seal(readOrMakeSealingKey(app.config), cellOf(id), password);
}

/** The password, or the refresh token. Null: this machine's key did not seal it. */
export function openSecret(app: AppContext, { id, password }: Pick<Account, "id" | "password">): string | null {
  const key = readSealingKey(app.config);
  return key && unseal(key, cellOf(id), password);
}

/** Unless another one was stored meanwhile. */
export async function storeSecret(app: AppContext, { id, password }: Account, secret: string): Promise<void> {
  await app.db.kysely
    .updateTable("calendar_accounts")
    .set({ password: sealPassword(app, id, secret) })
    .where("id", "=", id)
    .where("password", "=", password)
    .execute();
}

export function calendarsFrom({ calendars }: Pick<Account, "calendars">): FoundCalendar[] {
  return JSON.parse(calendars) as FoundCalendar[];
}
