import { createContext, type RouterContextProvider } from "react-router";
import { countOpenRequests } from "#app/appointments/move-requests.db.server.ts";
import { countRecent } from "#app/booking/booking-limits.db.server.ts";
import { isBurst } from "#app/booking/booking-limits.ts";
import { listStranded } from "#app/diary/list-stranded.server.ts";
import type { Upcoming } from "#app/diary/stranded.ts";
import { countPending } from "#app/diary/today.db.server.ts";
import { countUnrecorded, MOST_UNRECORDED } from "#app/diary/unrecorded-visits.server.ts";
import type { GoingLive } from "#app/go-live/checklist.ts";
import { getGoingLive } from "#app/go-live/get-checklist.server.ts";
import { getComplaintsDue } from "#app/messages/complaints.db.server.ts";
import { countMessages } from "#app/messages/message-list.db.server.ts";
import { countFailed } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may, reachFor } from "#app/platform/permissions.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { adapterNeeds } from "#app/routes/admin/adapter-needs.server.ts";
import { dueInWords, type Need } from "#app/routes/admin/need.ts";
import { SETTINGS_PAGES } from "#app/routes/admin/settings/settings-pages.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import type { SettingKey } from "#app/settings/settings.ts";
import { countOpenTimeOff } from "#app/time-off/time-off.db.server.ts";
import type { AdminCounts } from "#app/ui/admin/admin-nav.tsx";

/** What waits for somebody of the practice. */
export type Waiting = {
  /** Most urgent first: each line can reach zero, and then it is not there. */
  needs: Need[];
  stranded: Upcoming[];
  /** Null for whoever doesn't set the site up. */
  goingLive: GoingLive | null;
  counts: AdminCounts;
};

type OfVisits = { stranded: Upcoming[]; pending: number; urgent: Need[]; others: Need[] };
type OfOwners = { goingLive: GoingLive; unread: number; failed: number; urgent: Need[]; others: Need[] };

/** Where each setting is saved. Until a damaged one is, `/readyz` says "not ready". */
const SAVED_AT: Record<SettingKey, string> = {
  business: "/admin/settings/business",
  bookingRules: "/admin/settings/booking",
  openingHours: "/admin/settings/opening-hours",
  operationHours: "/admin/settings/operation-hours",
  messages: "/admin/settings/messages",
  mailWords: "/admin/settings/mails",
  mailServer: "/admin/settings/mail-server",
  practiceMails: "/admin/settings/mails/to-you",
  practiceFacts: "/admin/settings/about",
  sender: "/admin/settings/sender",
  pictures: "/admin/settings/pictures",
  videos: "/admin/settings/videos",
  demo: "/admin/settings/demo",
  goLive: "/admin/go-live",
  opening: "/admin/settings/opening",
  bodyPlaces: "/admin/settings/body",
  look: "/admin/settings/look",
  homeCards: "/admin/services",
  scheduler: "/admin/settings/calendly",
  emailjs: "/admin/settings/emailjs",
  teamRules: "/admin/settings/people",
  push: "/admin/settings/push",
};

function titleOf(page: string): string {
  return SETTINGS_PAGES.find(({ to }) => to === page)?.title ?? "Go live";
}

const reading = createContext<Promise<Waiting> | null>(null);

/** What waits, read once for all loaders of a request. */
export function waitingFor(context: Readonly<RouterContextProvider>): Promise<Waiting> {
  const begun = context.get(reading) ?? getWaiting(appContextOf(context), actorOf(context));
  context.set(reading, begun);
  return begun;
}

export async function getWaiting(app: AppContext, actor: Actor): Promise<Waiting> {
  const visits = await waitingOfVisits(app, actor);
  const owners = may(actor, "see", "settings") ? await waitingOfOwners(app) : null;
  const all = [visits?.urgent, owners?.urgent, visits?.others, owners?.others];
  const needs = all.flatMap((some) => some ?? []).filter(({ count }) => count > 0);
  return {
    needs,
    stranded: visits?.stranded ?? [],
    goingLive: owners?.goingLive ?? null,
    counts: {
      "/admin": { count: needs.length, words: "need you" },
      "/appointments": { count: visits?.pending ?? 0, words: "to confirm" },
      "/admin/messages": { count: owners?.unread ?? 0, words: "unread" },
      "/admin/mail": { count: owners?.failed ?? 0, words: "failed" },
    },
  };
}

async function waitingOfVisits(app: AppContext, actor: Actor): Promise<OfVisits | null> {
  const reach = reachFor(actor, "see", "appointments");
  if (reach === null) return null;
  const db = app.db.kysely;
  const now = app.clock.now();
  const stranded = await listStranded(app, actor);
  const pending = await countPending(db, now, reach);
  return {
    stranded,
    pending,
    urgent: [{ label: "Booked, and outside the hours now", count: stranded.length, to: "/admin/stranded" }],
    others: [
      { label: "Appointments to confirm", count: pending, to: "/appointments?status=pending&sort=date" },
      { label: "Requests to move", count: await countOpenRequests(db, now, reach), to: "/admin/requests" },
      {
        label: "Past visits to mark",
        count: await countUnrecorded(db, now, reach),
        most: MOST_UNRECORDED,
        to: "/admin/past-visits",
      },
    ],
  };
}

async function waitingOfOwners(app: AppContext): Promise<OfOwners> {
  const db = app.db.kysely;
  const { settings, damaged } = await readSettings(db, app.log);
  const rules = settings.bookingRules;
  const recent = await countRecent(db, app.clock.now());
  const complaints = await getComplaintsDue(db);
  const today = localDateOf(app.clock.now(), rules.zone);
  const note = complaints.due && dueInWords(complaints.due, today);
  const unread = await countMessages(db, "unread");
  const failed = await countFailed(db);
  const timeOff = await countOpenTimeOff(db, today);
  const goingLive = await getGoingLive(app);
  return {
    goingLive,
    unread,
    failed,
    urgent: [
      ...damaged.map((key) => ({
        label: `Save again, as we can’t read it: ${titleOf(SAVED_AT[key])}`,
        count: 1,
        to: SAVED_AT[key],
      })),
      ...(await adapterNeeds(db, { zone: rules.zone, now: app.clock.now() })),
      { label: "Complaints to answer", count: complaints.open, note, to: "/admin/messages" },
    ],
    others: [
      { label: "Time off to answer", count: timeOff, to: "/admin/time-off" },
      { label: "Unread messages", count: unread, to: "/admin/messages" },
      { label: "Mails that failed", count: failed, to: "/admin/mail?state=failed" },
      {
        label: "Online bookings in a day: guests now confirm by email",
        count: isBurst(recent, rules) ? recent.lastDay : 0,
        to: "/appointments?sort=date&proof=none",
      },
      { label: "Steps left before you open", count: goingLive.all - goingLive.done, to: "/admin/go-live" },
    ],
  };
}
