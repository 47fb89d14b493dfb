import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import { ENQUIRY } from "#app/messages/contact-message.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { overwriteSoon } from "#app/platform/database/overwrite-deleted.server.ts";
import { addMonths, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { repeatBatches } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const LOOK_EVERY = 6 * 3_600_000;

/** Deletes messages past their retention, at the start and then four times a day. Returns a function that stops it. */
export function startDeletingOldMessages(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: LOOK_EVERY,
    batch: forgetSome,
    failed: "old messages could not be deleted",
  });
}

/** How long complaints are stored: the privacy notice and the complaints page promise this figure. */
const COMPLAINT_MONTHS = 72;
const BATCH = 100;

/** Deletes the next batch of messages older than the privacy notice allows, with their mails. Returns how many. */
export async function forgetSome(app: AppContext): Promise<number> {
  const deleted = await app.db.kysely.transaction().execute(async (tx) => {
    const { messages, bookingRules } = (await readPractice(app, tx)).settings;
    const before = (months: number) => monthsAgo(app.clock.now(), { months, zone: bookingRules.zone });
    const limits = { messages: before(messages.keptMonths), complaints: before(COMPLAINT_MONTHS), most: BATCH };
    const enquiryIds = await listOld(tx, limits);
    if (enquiryIds.length === 0) return 0;
    await forgetAbout(tx, ENQUIRY, enquiryIds);
    await deleteMessages(tx, enquiryIds);
    return enquiryIds.length;
  });
  if (deleted > 0) await overwriteSoon(app);
  return deleted;
}

// Uses the 28th for later days, as not every month has them: at most three days later than the calendar says.
function monthsAgo(now: number, { months, zone }: { months: number; zone: string }): number {
  const today = localDateOf(now, zone);
  const day = Math.min(Number(today.slice(8)), 28);
  return startOfDay(`${addMonths(today.slice(0, 7), -months)}-${String(day).padStart(2, "0")}`, zone);
}

/** Messages from before these instants are old, epoch ms UTC. */
type Limits = { messages: number; complaints: number };

/** The ids of some messages from before their limit. */
async function listOld(db: Queries, { messages, complaints, most }: Limits & { most: number }): Promise<string[]> {
  const old = await db
    .selectFrom("enquiries")
    .leftJoin("complaints", "complaints.enquiry_id", "enquiries.id")
    .select("enquiries.id")
    .where((where) =>
      where.or([
        where.and([where("complaints.number", "is", null), where("enquiries.created_at", "<", messages)]),
        where("enquiries.created_at", "<", complaints),
      ]),
    )
    .limit(most)
    .execute();
  return old.map(({ id }) => id);
}

async function deleteMessages(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("enquiries")
    .where("id", "in", [...ids])
    .execute();
}
