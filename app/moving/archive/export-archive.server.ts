import { enqueue } from "#app/mail/outbox.db.server.ts";
import { archiveDownloaded } from "#app/moving/archive/archive-downloaded.mail.tsx";
import { ARCHIVE_SUBJECT } from "#app/moving/archive/moved-tables.ts";
import { archiveOf } from "#app/moving/archive/write-archive.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { openSnapshot } from "#app/platform/database/snapshot.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { may, needsConfirmation } from "#app/platform/permissions.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { listOwnerIds } from "#app/team/staff.db.server.ts";

type TakeOutcome =
  | { kind: "exported"; archive: ReadableStream<Uint8Array>; fileName: string }
  | { kind: "forbidden" }
  | { kind: "unconfirmed" }
  | { kind: "conflict"; message: string };

const BUSY = "It is being downloaded already. Wait until that is done, or has been stopped, and try again.";

const beingTaken = new WeakSet<AppContext>();

/**
 * Everything that the practice has, for an owner who was confirmed lately. Audited, and every owner is mailed,
 * before the first byte. One at a time.
 */
export async function exportArchive(app: AppContext, actor: Actor): Promise<TakeOutcome> {
  if (!may(actor, "export", "everything") || !("userId" in actor)) return { kind: "forbidden" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  if (beingTaken.has(app)) return { kind: "conflict", message: BUSY };
  beingTaken.add(app);
  try {
    const snapshot = await openSnapshot({ db: app.db, dataDir: app.config.dataDir });
    const at = app.clock.now();
    const { bookingRules } = (await readSettings(app.db.kysely, app.log)).settings;
    await noteTaking(app, { actor, at });
    const archive = archiveOf({ snapshot: releasing(app, snapshot), at, log: app.log });
    return { kind: "exported", archive, fileName: `everything-${localDateOf(at, bookingRules.zone)}.zip` };
  } catch (error) {
    beingTaken.delete(app);
    throw error;
  }
}

function releasing(app: AppContext, snapshot: Database): Database {
  const close = () => {
    beingTaken.delete(app);
    return snapshot.close();
  };
  return { ...snapshot, close };
}

type Taking = { actor: Extract<Actor, { userId: string }>; at: number };

async function noteTaking(app: AppContext, { actor, at }: Taking): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    const id = newId();
    const subject = { kind: ARCHIVE_SUBJECT, id };
    await writeAudit(tx, { at, actor: actorName(actor), action: "archive.take", subject });
    const owners = await listOwnerIds(tx);
    const mails = owners.map((to) => archiveDownloaded.message(subject, { to, by: actor.userId, at }));
    await enqueue(tx, mails, at);
  });
}
