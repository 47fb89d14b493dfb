import type { FoundCalendar, Session } from "#app/calendars/caldav.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { readOrMakeSealingKey, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";

type Account = Tables["calendar_accounts"];

const cellOf = (row: string) => ({ table: "calendar_accounts", column: "password", row });

export function sealPassword(app: AppContext, id: string, password: string): string {
  return seal(readOrMakeSealingKey(app.config), cellOf(id), password);
}

/** Null: this machine's key did not seal the password. */
export function openSession(app: AppContext, account: Account): Session | null {
  const key = readSealingKey(app.config);
  const password = key && unseal(key, cellOf(account.id), account.password);
  return password === null ? null : { username: account.username, password };
}

export function calendarsFrom({ calendars }: Pick<Account, "calendars">): FoundCalendar[] {
  return JSON.parse(calendars) as FoundCalendar[];
}
