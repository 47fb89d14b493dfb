import { countLastHour } from "#app/booking/booking-limits.db.server.ts";
import { isBurst } from "#app/booking/booking-limits.ts";
import type { Today } from "#app/diary/get-today.server.ts";
import { countMessages } from "#app/messages/message-list.db.server.ts";
import { countFailed } from "#app/outbox/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** What the practice has to do: counts that can reach zero, with links to the pages where they do. */
export async function needsOf(
  app: AppContext,
  today: Pick<Today, "pending">,
): Promise<{ label: string; count: number; to: string }[]> {
  const lastHour = await countLastHour(app.db.kysely, app.clock.now());
  const { bookingRules } = await listSettings(app.db.kysely, app.log);
  return [
    {
      label: "Bookings in the last hour: guests press a link now",
      count: isBurst({ lastHour }, bookingRules) ? lastHour : 0,
      to: "/admin/settings/booking",
    },
    { label: "Appointments to confirm", count: today.pending, to: "/appointments?status=pending&sort=date" },
    { label: "Unread messages", count: await countMessages(app.db.kysely, "unread"), to: "/admin/messages" },
    { label: "Mails that failed", count: await countFailed(app.db.kysely), to: "/admin/mail?state=failed" },
  ];
}
