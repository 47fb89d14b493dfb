import { ADAPTER_NAMES, ADAPTER_PAGES, type Adapter } from "#app/adapters/adapter.ts";
import { installedVersion } from "#app/maintenance/updates.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import type { PracticeSnapshot } from "#app/practice/practice.ts";
import { SAVED_AT } from "#app/routes/admin/admin-counts.server.ts";
import { missingOf } from "#app/settings/schemas/legal.ts";
import { openingStateOf } from "#app/settings/schemas/opening.ts";
import type { StoredFacts } from "#app/settings/setting-facts.db.server.ts";

/** How a row of the settings stands now. `isWrong`: it needs the owner. */
export type SettingState = { text: string; isWrong?: boolean };

type Fares = Pick<Adapter, "name" | "state" | "since">;
type Facts = { practice: PracticeSnapshot; stored: StoredFacts; sendsMail: boolean; siteUrl: string };

/** By the address of each page that has a state. */
export function settingStates({ practice, stored, sendsMail, siteUrl }: Facts): Record<string, SettingState> {
  const { settings, damaged } = practice;
  const { zone } = settings.bookingRules;
  const adapters = stored.adapters.filter(
    (one): one is Fares => one.name in ADAPTER_NAMES && one.state in ADAPTER_STATES,
  );
  const fares = adapters.map((adapter) => [ADAPTER_PAGES[adapter.name], adapterState(adapter, zone)] as const);
  const unread = damaged.map((key) => [SAVED_AT[key], { text: "Can’t be read: save again", isWrong: true }] as const);
  return {
    ...ownStates(practice, sendsMail),
    ...storedStates(stored, zone),
    "/admin/settings/address": { text: new URL(siteUrl).host },
    ...Object.fromEntries(fares),
    ...Object.fromEntries(unread),
  };
}

const ADAPTER_STATES = { ok: "Working", failing: "Failing", revoked: "Key refused" };

const GOOD: Partial<Record<Fares["name"], string>> = { films: "Looked up", mailbox: "Read" };

function adapterState({ name, state, since }: Fares, zone: string): SettingState {
  if (state === "ok") return { text: GOOD[name] ?? ADAPTER_STATES.ok };
  const isRefused = name === "mailbox" && state === "revoked";
  const words = name === "films" ? "A film without its picture" : isRefused ? "Sign-in refused" : ADAPTER_STATES[state];
  return { text: `${words} since ${dayInWords(localDateOf(since, zone))}`, isWrong: true };
}

const OPENING_WORDS = { "not-open": "Not open yet", "phone-only": "Bookings by phone", open: "Open" };

const onOff = (on: boolean): SettingState => ({ text: on ? "On" : "Off" });

const count = (number: number, one: string, several = `${one}s`): SettingState => ({
  text: `${number === 0 ? "No" : number} ${number === 1 ? one : several}`,
});

function storedStates({ counts, last }: StoredFacts, zone: string): Record<string, SettingState> {
  const lastOn = (at: number, never: string, words = "Last on"): SettingState => ({
    text: at === 0 ? never : `${words} ${dayInWords(localDateOf(at, zone))}`,
  });
  const wrong = { text: `${counts.wrong} wrong`, isWrong: true };
  return {
    "/admin/settings/people": { text: counts.people === 1 ? "1 person" : `${counts.people} people` },
    "/admin/settings/words": {
      text: counts.pages === 0 ? "Our words" : count(counts.pages, "page of yours", "pages of yours").text,
    },
    "/admin/reviews": count(counts.reviews, "review"),
    "/admin/diary/subscriptions": count(counts.calendars, "calendar read", "calendars read"),
    "/admin/import": lastOn(last.import, "Nothing imported"),
    "/admin/site-status": counts.wrong > 0 ? wrong : { text: counts.unchecked ? "Not checked yet" : "All well" },
    "/admin/settings/everything": lastOn(last.export, "Never exported"),
    "/admin/audit": lastOn(last.change, "No changes yet", "Last change"),
  };
}

/** `5 days a week` */
function openDays(openingHours: readonly { weekday: number }[]): string {
  const days = new Set(openingHours.map(({ weekday }) => weekday)).size;
  return days === 0 ? "Not filled in" : `${days} ${days === 1 ? "day" : "days"} a week`;
}

function wordedState(own: number, one: string): SettingState {
  return { text: own === 0 ? "Our words" : count(own, `${one} of yours`, `${one}s of yours`).text };
}

function factsState(facts: PracticeSnapshot["settings"]["practiceFacts"]): SettingState {
  const values = Object.values(facts);
  const given = values.filter((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value))).length;
  return { text: `${given} of ${values.length} answered` };
}

function ownStates(
  { settings, services, therapists }: PracticeSnapshot,
  sendsMail: boolean,
): Record<string, SettingState> {
  const { business, bookingRules, practiceMails, sender, opening, demo } = settings;
  const photos = Object.values(settings.pictures).filter((picture) => picture !== null).length;
  const state = openingStateOf({ opening, demo });
  return {
    "/admin/settings/business": business.name ? { text: business.name } : { text: "Not filled in", isWrong: true },
    "/admin/settings/legal":
      missingOf(business.legal).length > 0 ? { text: "Not filled in", isWrong: true } : { text: business.legal.name },
    "/admin/settings/opening": { text: OPENING_WORDS[state] },
    "/admin/services": count(services.length, "service"),
    "/admin/therapists": count(therapists.length, "therapist"),
    "/admin/settings/booking": { text: `Up to ${bookingRules.horizonDays} days ahead` },
    "/admin/settings/waiting-list": onOff(settings.waitingList.on),
    "/admin/settings/payments": onOff(settings.payments.on),
    "/admin/settings/messages": { text: `Kept ${settings.messages.keptMonths} months` },
    "/admin/settings/mails/to-you": {
      text: practiceMails.dailyAt === null ? "Each straight away" : `Every day at ${practiceMails.dailyAt}:00`,
    },
    "/admin/settings/sender": { text: sender.address || business.email },
    "/admin/settings/mail-server": sendsMail ? { text: "Set up" } : { text: "Not set up", isWrong: true },
    "/admin/settings/mailbox": onOff(settings.mailbox !== null),
    "/admin/settings/push": onOff(settings.push.on),
    "/admin/settings/look": { text: settings.look.logo ? "Your logo" : "No logo" },
    "/admin/settings/pictures": count(photos, "photo of yours", "photos of yours"),
    "/admin/settings/videos": count(settings.videos.length, "video"),
    "/admin/settings/calendly": onOff(settings.scheduler.kind === "calendly"),
    "/admin/settings/emailjs": onOff(settings.emailjs.sends),
    "/admin/settings/calendar-apps": onOff(
      Object.values(settings.calendarApps).some(({ clientId }) => clientId !== ""),
    ),
    "/admin/settings/backups": onOff(settings.backups.place !== null && settings.backups.recipient !== ""),
    "/admin/settings/about": factsState(settings.practiceFacts),
    "/admin/hours": { text: openDays(settings.openingHours) },
    "/admin/settings/mails": wordedState(Object.keys(settings.mailWords).length, "email"),
    "/admin/settings/body": wordedState(Object.keys(settings.bodyPlaces).length, "area"),
    "/admin/settings/links": count((business.chatUrl ? 1 : 0) + business.socials.length, "link"),
    "/admin/settings/health": onOff(settings.health.on),
    "/admin/settings/updates": { text: `Version ${installedVersion()}` },
    "/admin/settings/demo": { text: demo.shown ? "The demo shows" : "Done" },
  };
}
