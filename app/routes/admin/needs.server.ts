import { countOpenRequests } from "#app/appointments/move-requests.db.server.ts";
import { countLastHour } from "#app/booking/booking-limits.db.server.ts";
import { isBurst } from "#app/booking/booking-limits.ts";
import { listStranded } from "#app/diary/list-stranded.server.ts";
import { countPending } from "#app/diary/today.db.server.ts";
import { countUnrecorded } from "#app/diary/unrecorded-visits.server.ts";
import { countRed } from "#app/go-live/get-checklist.server.ts";
import { getComplaintsDue } from "#app/messages/complaints.db.server.ts";
import { countMessages } from "#app/messages/message-list.db.server.ts";
import { countFailed } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { may, reachFor } from "#app/platform/permissions.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { adapterNeeds } from "#app/routes/admin/adapter-needs.server.ts";
import { dueInWords, type Need } from "#app/routes/admin/need.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

/** What the actor has to do now, most urgent first: each line can reach zero, and then it is not there. */
export async function listNeeds(app: AppContext, actor: Actor): Promise<Need[]> {
  const visits = await needsOfVisits(app, actor);
  const [stranded, ...rest] = visits;
  const all = may(actor, "see", "settings") ? await needsOfOwners(app) : NONE;
  const needs = [...(stranded ? [stranded] : []), ...all.urgent, ...rest, ...all.others];
  return needs.filter(({ count }) => count > 0);
}

const NONE = { urgent: [] as Need[], others: [] as Need[] };

async function needsOfVisits(app: AppContext, actor: Actor): Promise<Need[]> {
  const reach = reachFor(actor, "see", "appointments");
  if (reach === null) return [];
  const db = app.db.kysely;
  const now = app.clock.now();
  return [
    {
      label: "Booked, and outside the hours now",
      count: (await listStranded(app, actor)).length,
      to: "/admin/stranded",
    },
    {
      label: "Appointments to confirm",
      count: await countPending(db, now, reach),
      to: "/appointments?status=pending&sort=date",
    },
    { label: "Requests to move", count: await countOpenRequests(db, now, reach), to: "/admin/requests" },
    { label: "Past visits to mark", count: await countUnrecorded(db, now, reach), to: "/admin/past-visits" },
  ];
}

async function needsOfOwners(app: AppContext): Promise<typeof NONE> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const rules = await getSetting(db, app.log, "bookingRules");
  const today = localDateOf(now, rules.zone);
  const lastHour = await countLastHour(db, now);
  const complaints = await getComplaintsDue(db);
  const urgent: Need[] = [
    ...(await adapterNeeds(db, rules.zone)),
    {
      label: "Complaints to answer",
      count: complaints.open,
      note: complaints.due && dueInWords(complaints.due, today),
      to: "/admin/messages",
    },
  ];
  const others: Need[] = [
    { label: "Unread messages", count: await countMessages(db, "unread"), to: "/admin/messages" },
    { label: "Mails that failed", count: await countFailed(db), to: "/admin/mail?state=failed" },
    {
      label: "Bookings in the last hour: guests press a link now",
      count: isBurst({ lastHour }, rules) ? lastHour : 0,
      to: "/admin/settings/booking",
    },
    { label: "Red lines before you go live", count: await countRed(app), to: "/admin/go-live" },
  ];
  return { urgent, others };
}
