import type { Identity } from "#app/accounts/session/session.ts";
import { updateUser } from "#app/accounts/store.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** Changes what a person is called. */
export async function changeName(world: World, { user }: Identity, username: string): Promise<{ kind: "changed" }> {
  if (user) {
    const change = { id: user.id, name: username, now: world.clock.now() };
    await world.db.kysely.transaction().execute((tx) => updateUser(tx, change));
  }
  return { kind: "changed" };
}
