import type { TypedMailServer } from "#app/mail/server/mail-server.form.ts";
import { serverIn } from "#app/mail/server/mail-server-in-use.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { type Actor, may, needsConfirmation } from "#app/platform/permissions.ts";
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
    next: (stored) => {
      if (noPassword || sealed) return { ...server, password: noPassword ? "" : sealed };
      return { ...server, ...kept(stored, server) };
    },
  });
}

/** Takes the mail server out: mails wait again. */
export async function removeMailServer(app: AppContext, actor: Actor, version: number) {
  return saveSetting(app, actor, { key: "mailServer", version, next: () => null });
}

type Login = Pick<NonNullable<StoredMailServer>, "auth" | "password">;

/** How to sign in with what was typed: by that, or as to the stored server if it is the same. Null: it can't be opened. */
export function loginFor(app: AppContext, stored: StoredMailServer, typed: TypedMailServer): Login | null {
  if (typed.password || typed.noPassword) return { password: typed.noPassword ? "" : typed.password };
  const { auth, password } = kept(stored, typed);
  const found = password ? serverIn(app, stored) : null;
  if (found?.kind === "shut") return null;
  return found?.kind === "settings" && typeof found.server !== "string"
    ? { auth, password: found.server.password }
    : { password: "" };
}

function kept(stored: StoredMailServer, { host, user }: Pick<TypedMailServer, "host" | "user">): Login {
  const isSame = stored && stored.host === host && stored.user === user;
  return isSame ? { auth: stored.auth, password: stored.password } : { password: "" };
}
