import { ADAPTER_PAGES, type Adapter } from "#app/adapters/adapter.ts";
import { dayInWords } from "#app/platform/date-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { PracticeSnapshot } from "#app/practice/practice.ts";
import { SAVED_AT } from "#app/routes/admin/admin-counts.server.ts";
import { missingOf } from "#app/settings/schemas/legal.ts";
import { openingStateOf } from "#app/settings/schemas/opening.ts";

/** How a row of the settings stands now. `isWrong`: it needs the owner. */
export type SettingState = { text: string; isWrong?: boolean };

type Facts = { practice: PracticeSnapshot; adapters: readonly Adapter[]; sendsMail: boolean };

/** By the address of each page that has a state. */
export function settingStates({ practice, adapters, sendsMail }: Facts): Record<string, SettingState> {
  const { settings, damaged } = practice;
  const { zone } = settings.bookingRules;
  const fares = adapters.map((adapter) => [ADAPTER_PAGES[adapter.name], adapterState(adapter, zone)] as const);
  const unread = damaged.map((key) => [SAVED_AT[key], { text: "Can’t be read: save again", isWrong: true }] as const);
  return { ...ownStates(practice, sendsMail), ...Object.fromEntries(fares), ...Object.fromEntries(unread) };
}

const ADAPTER_STATES = { ok: "Working", failing: "Failing", revoked: "Key refused" };

function adapterState({ name, state, since }: Adapter, zone: string): SettingState {
  if (state === "ok") return { text: name === "films" ? "Looked up" : ADAPTER_STATES.ok };
  const words = name === "films" ? "A film without its picture" : ADAPTER_STATES[state];
  return { text: `${words} since ${dayInWords(localDateOf(since, zone))}`, isWrong: true };
}

const OPENING_WORDS = { "not-open": "Not open yet", "phone-only": "Bookings by phone", open: "Open" };

const onOff = (on: boolean): SettingState => ({ text: on ? "On" : "Off" });

const count = (number: number, one: string, several = `${one}s`): SettingState => ({
  text: `${number === 0 ? "No" : number} ${number === 1 ? one : several}`,
});

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
    "/admin/settings/demo": { text: demo.shown ? "The demo shows" : "Done" },
  };
}
