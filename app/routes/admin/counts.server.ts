import { countPending } from "#app/diary/today.db.server.ts";
import { countMessages } from "#app/messages/message-list.db.server.ts";
import { countFailed } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { may, reachFor } from "#app/platform/permissions.ts";
import { listNeeds } from "#app/routes/admin/needs.server.ts";
import type { AdminCounts } from "#app/ui/admin/admin-nav.tsx";

/** What waits behind the admin's links. Nothing is counted while the database fails: the page itself says so. */
export async function adminCounts(app: AppContext, actor: Actor): Promise<AdminCounts> {
  const { db, clock, log } = app;
  try {
    const reach = reachFor(actor, "see", "appointments");
    const pending = reach ? await countPending(db.kysely, clock.now(), reach) : 0;
    const unread = may(actor, "see", "messages") ? await countMessages(db.kysely, "unread") : 0;
    const failed = may(actor, "see", "mails") ? await countFailed(db.kysely) : 0;
    return {
      "/admin": { count: (await listNeeds(app, actor)).length, words: "need you" },
      "/appointments": { count: pending, words: "to confirm" },
      "/admin/messages": { count: unread, words: "unread" },
      "/admin/mail": { count: failed, words: "failed" },
    };
  } catch (err) {
    log.warn({ err }, "the admin's counts could not be read");
    return {};
  }
}
