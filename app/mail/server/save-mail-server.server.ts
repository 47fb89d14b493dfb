import type { TypedMailServer } from "#app/mail/server/mail-server.form.ts";
import { serverIn } from "#app/mail/server/mail-server-in-use.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { may, needsConfirmation } from "#app/platform/permissions.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { PASSWORD_CELL, type StoredMailServer } from "#app/settings/schemas/mail-server.ts";

/**
 * Saves the mail server, its password sealed. An empty password keeps the stored one for the same server and user: typed
 * for another, it would be handed to a stranger. A password that is typed replaces whatever another key has sealed, so
 * only then may a key be made.
 */
export async function saveMailServer(
  app: AppContext,
  actor: Actor,
  { version, typed }: { version: number; typed: TypedMailServer },
) {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" as const };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" as const };
  const { noPassword, password, ...server } = typed;
  const sealed = password && seal(readOrMakeSealingKey(app.config), PASSWORD_CELL, password);
  return saveSetting(app, actor, {
    key: "mailServer",
    version,
    next: (stored) => ({ ...server, password: noPassword ? "" : sealed || kept(stored, server) }),
  });
}

/** Takes the mail server out: mails wait again. */
export async function removeMailServer(app: AppContext, actor: Actor, version: number) {
  return saveSetting(app, actor, { key: "mailServer", version, next: () => null });
}

/** The password to use with what was typed: that, or the stored one of the same server. Null: it can't be opened. */
export function passwordFor(app: AppContext, stored: StoredMailServer, typed: TypedMailServer): string | null {
  if (typed.password || typed.noPassword) return typed.noPassword ? "" : typed.password;
  const found = kept(stored, typed) ? serverIn(app, stored) : null;
  if (found?.kind === "shut") return null;
  return found?.kind === "settings" && typeof found.server !== "string" ? found.server.password : "";
}

function kept(stored: StoredMailServer, { host, user }: Pick<TypedMailServer, "host" | "user">): string {
  return stored && stored.host === host && stored.user === user ? stored.password : "";
}
