import { dateAndTime } from "#app/diary/shown-row.ts";
import type { Upcoming } from "#app/diary/stranded.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { ChangeReply } from "#app/ui/admin/toast.ts";

/** The appointments in time that is to be blocked: they stay once the admin has confirmed. */
export async function strandedReply(
  app: AppContext,
  bookings: readonly Upcoming[],
  locale: string,
): Promise<ChangeReply> {
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const warnings = bookings.map(({ name, start }) => {
    const { date, time } = dateAndTime(start, { zone, locale });
    return `${name ?? "Unknown"} is booked on ${date} at ${time}, and stays booked.`;
  });
  return { warnings, insist: { accepted: bookings.map(({ id }) => id).join(",") } };
}
