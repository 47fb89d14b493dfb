import { type Mailbox, withFolder } from "#app/mail/server/imap.gateway.server.ts";
import type { MailboxFault, TypedMailbox } from "#app/mail/server/mail-server.form.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Actor, may, mayInPerson, needsConfirmation } from "#app/platform/permissions.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { MAILBOX_PASSWORD_CELL, type StoredMailbox } from "#app/settings/schemas/mail-server.ts";

/** The mailbox with its password opened; null: none is set. `shut`: this machine's key does not open the password. */
export function openMailbox(app: Pick<AppContext, "config">, stored: StoredMailbox): Mailbox | "shut" | null {
  if (!stored) return null;
  const key = readSealingKey(app.config);
  const password = key && unseal(key, MAILBOX_PASSWORD_CELL, stored.password);
  return password === null ? "shut" : { ...stored, password };
}

/** Tells one place to read from another: what was read of the one says nothing of the other. */
export function markOf({ host, user, folder }: NonNullable<StoredMailbox>): string {
  return hashOf(JSON.stringify([host, user, folder])).slice(0, 16);
}

type Saving = {
  version: number;
  typed: TypedMailbox;
  /** In the transaction of the save. */
  also: (tx: Tx, now: number) => Promise<void>;
};

/**
 * Saves the mailbox, its password sealed. An empty password keeps the stored one for the same server and user: typed for
 * another, it would be handed to a stranger.
 */
export async function saveMailbox(app: AppContext, actor: Actor, { version, typed, also }: Saving) {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" as const };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" as const };
  const { password, ...mailbox } = typed;
  const sealed = password && seal(readOrMakeSealingKey(app.config), MAILBOX_PASSWORD_CELL, password);
  return saveSetting(app, actor, {
    key: "mailbox",
    version,
    next: (stored) => ({ ...mailbox, password: sealed || (keepsPassword(stored, typed) ? stored.password : "") }),
    also: (tx, { now }) => also(tx, now),
  });
}

/** Stops reading the mailbox. What was read stays. */
export async function removeMailbox(app: AppContext, actor: Actor, { version, also }: Omit<Saving, "typed">) {
  const removed = { key: "mailbox", version, next: () => null } as const;
  return saveSetting(app, actor, { ...removed, also: (tx, { now }) => also(tx, now) });
}

/** Whether a password is stored for what was typed. */
export function keepsPassword(
  stored: StoredMailbox,
  { host, user }: TypedMailbox,
): stored is NonNullable<StoredMailbox> {
  return stored !== null && stored.password !== "" && stored.host === host && stored.user === user;
}

type TriedMailbox =
  /** `mails`: how many came in the last two weeks. */
  | { kind: "works"; mails: number }
  | { kind: "fault"; fault: MailboxFault }
  | { kind: "limited" }
  | { kind: "forbidden" };

const LIMIT = { limit: 20, windowSeconds: 3600 };
export const FIRST_LOOK_BACK = 14 * 86_400_000;

/** Signs in with what was typed, opens the folder, and says what failed. Nothing is saved. */
export async function tryMailbox(
  app: AppContext,
  actor: Actor,
  { stored, typed }: { stored: StoredMailbox; typed: TypedMailbox },
): Promise<TriedMailbox> {
  if (!mayInPerson(actor, "change", "settings")) return { kind: "forbidden" };
  if ((await consumeRateLimit(app, { key: `mailbox-test:${actor.userId}`, ...LIMIT })).kind === "limited") {
    return { kind: "limited" };
  }
  const kept = typed.password === "" && keepsPassword(stored, typed) ? openMailbox(app, stored) : null;
  if (kept === "shut") return { kind: "fault", fault: "shut" };
  const mailbox = { ...typed, password: typed.password || (kept?.password ?? "") };
  const since = app.clock.now() - FIRST_LOOK_BACK;
  const read = await withFolder(app, mailbox, async (folder) => (await folder.listSince(since)).length);
  return read.kind === "fault" ? read : { kind: "works", mails: read.result };
}
