import { deleteEnquiries, readOld } from "#app/enquiries/retention/store.server.ts";
import { forgetMails } from "#app/outbox/personal-data/store.server.ts";
import { addMonths } from "#app/platform/month.ts";
import type { World } from "#app/platform/world.server.ts";
import { localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** For how long complaints are kept: the words of the privacy notice and of the complaints' page say so. */
const COMPLAINT_MONTHS = 72;
const BATCH = 100;

/** Deletes the next messages that are older than the privacy notice says, and their mails. How many those were. */
export async function forgetSome(world: World): Promise<number> {
  return world.db.kysely.transaction().execute(async (tx) => {
    const { messages, bookingRules } = await readSettings(tx, world.log);
    const before = (months: number) => monthsAgo(world.clock.now(), { months, zone: bookingRules.zone });
    const limits = { messages: before(messages.keptMonths), complaints: before(COMPLAINT_MONTHS), most: BATCH };
    const { enquiryIds, replyIds } = await readOld(tx, limits);
    if (enquiryIds.length === 0) return 0;
    await forgetMails(tx, { addresses: [], appointmentIds: [], enquiryIds, replyIds });
    await deleteEnquiries(tx, enquiryIds);
    return enquiryIds.length;
  });
}

// The 28th for the days after it, as not every month has them: at most three days later than the calendar says.
function monthsAgo(now: number, { months, zone }: { months: number; zone: string }): number {
  const today = localDateOf(now, zone);
  const day = Math.min(Number(today.slice(8)), 28);
  return startOfDay(`${addMonths(today.slice(0, 7), -months)}-${String(day).padStart(2, "0")}`, zone);
}
