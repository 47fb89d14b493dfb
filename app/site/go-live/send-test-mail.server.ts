import { getUser } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { mayInPerson } from "#app/platform/permissions.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";
import { testMail } from "#app/site/go-live/test.mail.tsx";

/** Sends a mail to whoever asks, with a link to press. An earlier one no longer counts. */
export async function sendTestMail(app: AppContext, actor: Actor) {
  return reworkSetting(app, actor, "goLive", async ({ tx, now, noted, stored }) => {
    const user = mayInPerson(actor, "change", "settings") ? await getUser(tx, actor.userId) : null;
    if (!user) return null;
    const code = newId();
    const about = { kind: testMail.id, id: code };
    await enqueue(tx, [testMail.message(about, { code })], now);
    await noted("go-live.test-mail", about);
    return { ...stored, testMail: { sentAt: now, to: user.email, code, pressedAt: null } };
  });
}

/** The link of the test mail was pressed; `unknown` for any other. */
export async function pressTestMail(app: AppContext, actor: Actor, code: string) {
  return reworkSetting(app, actor, "goLive", async ({ now, noted, stored }) => {
    const { testMail: sent } = stored;
    if (code === "" || sent.code !== code) return null;
    await noted("go-live.test-mail-pressed", { kind: testMail.id, id: code });
    return { ...stored, testMail: { ...sent, pressedAt: now } };
  });
}

/** What the mail server answered when the test mail could not be sent; null while nothing is wrong. */
export async function getMailProblem(db: Queries, code: string): Promise<string | null> {
  const row = await db
    .selectFrom("outbox")
    .select("last_error")
    .where("kind", "=", testMail.id)
    .where("subject_id", "=", code)
    .where("done_at", "is", null)
    .executeTakeFirst();
  return row?.last_error ?? null;
}
