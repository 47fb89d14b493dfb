import type { Identity } from "#app/accounts/session.ts";
import { updateUser } from "#app/accounts/users.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export async function changeName(app: AppContext, { user }: Identity, username: string): Promise<{ kind: "changed" }> {
  if (user) {
    const change = { id: user.id, name: username, now: app.clock.now() };
    await app.db.kysely.transaction().execute((tx) => updateUser(tx, change));
  }
  return { kind: "changed" };
}

/** Sets one's own number, in E.164; null forgets it. */
export async function changePhone(app: AppContext, { user }: Identity, phone: string | null): Promise<void> {
  if (!user) return;
  const change = { id: user.id, phone, now: app.clock.now() };
  await app.db.kysely.transaction().execute((tx) => updateUser(tx, change));
}
