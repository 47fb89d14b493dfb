import type { z } from "zod";
import { calendarApps } from "#app/settings/calendar-apps.ts";
import { health } from "#app/settings/health.ts";
import { backups } from "#app/settings/schemas/backups.ts";
import { bodyPlaces } from "#app/settings/schemas/body-places.ts";
import { bookingRules } from "#app/settings/schemas/booking-rules.ts";
import { type Business, business, filledIn, storedBusiness } from "#app/settings/schemas/business.ts";
import { emailjs } from "#app/settings/schemas/emailjs.ts";
import { goLiveChoices } from "#app/settings/schemas/go-live-choices.ts";
import { homeCards } from "#app/settings/schemas/home-cards.ts";
import { openingHours, operationHours, timesByDay } from "#app/settings/schemas/hours.ts";
import { look } from "#app/settings/schemas/look.ts";
import { mailbox, mailServer } from "#app/settings/schemas/mail-server.ts";
import { mailWords } from "#app/settings/schemas/mail-words.ts";
import { messages } from "#app/settings/schemas/messages.ts";
import { moneyRules, voucherShop } from "#app/settings/schemas/money-rules.ts";
import { demoSetting, opening } from "#app/settings/schemas/opening.ts";
import { payments, prepayment } from "#app/settings/schemas/payments.ts";
import { pictures } from "#app/settings/schemas/place-pictures.ts";
import { practiceFacts } from "#app/settings/schemas/practice-facts.ts";
import { practiceMails } from "#app/settings/schemas/practice-mails.ts";
import { pushSetting } from "#app/settings/schemas/push.ts";
import { schedulerChoice } from "#app/settings/schemas/scheduler-choice.ts";
import { sender } from "#app/settings/schemas/sender.ts";
import { teamRules } from "#app/settings/schemas/team-rules.ts";
import { videos } from "#app/settings/schemas/videos.ts";
import { waitingList } from "#app/settings/schemas/waiting-list.ts";

export const settingSchemas = {
  business: business.prefault({}),
  bookingRules: bookingRules.prefault({}),
  openingHours,
  operationHours,
  messages: messages.prefault({}),
  mailWords: mailWords.prefault({}),
  mailServer,
  mailbox,
  practiceMails: practiceMails.prefault({}),
  practiceFacts: practiceFacts.prefault({}),
  sender: sender.prefault({}),
  pictures: pictures.prefault({}),
  videos,
  demo: demoSetting.prefault({}),
  goLive: goLiveChoices.prefault({}),
  opening: opening.prefault({}),
  bodyPlaces: bodyPlaces.prefault({}),
  look: look.prefault({}),
  homeCards: homeCards.prefault({}),
  scheduler: schedulerChoice.prefault({}),
  emailjs: emailjs.prefault({}),
  calendarApps: calendarApps.prefault({}),
  teamRules: teamRules.prefault({}),
  push: pushSetting.prefault({}),
  payments: payments.prefault({}),
  moneyRules: moneyRules.prefault({}),
  voucherShop: voucherShop.prefault({}),
  prepayment: prepayment.prefault({}),
  backups: backups.prefault({}),
  waitingList: waitingList.prefault({}),
  health: health.prefault({}),
};

export type SettingKey = keyof typeof settingSchemas;
export type Settings = { [Key in SettingKey]: z.output<(typeof settingSchemas)[Key]> };

/** What is stored of a setting. */
export function textOf<Key extends SettingKey>(key: Key, value: Settings[Key]): string {
  return JSON.stringify(key === "business" ? storedBusiness(value as Business) : value);
}

/** A setting as stored, in JSON: its value, and the value as last saved. */
export type StoredSetting = { value: string; lastGood: string | null };

/**
 * Reads settings from what is stored. A missing key has its defaults. A value that doesn't fit (an old shape, a
 * damaged row) is named in `damaged` and replaced by the last saved one.
 */
export function settingsFrom(stored: ReadonlyMap<string, StoredSetting>): {
  settings: Settings;
  damaged: SettingKey[];
} {
  const damaged: SettingKey[] = [];
  const entries = (Object.keys(settingSchemas) as SettingKey[]).map((key) => {
    const { value, isDamaged } = settingFrom(key, stored.get(key));
    if (isDamaged) damaged.push(key);
    return [key, value];
  });
  const settings = Object.fromEntries(entries) as Settings;
  return { settings: { ...settings, business: filledIn(settings.business) }, damaged };
}

type Read<Key extends SettingKey> = { value: Settings[Key]; isDamaged: boolean };

const lastRead = new Map<SettingKey, { stored: StoredSetting | undefined; read: Read<SettingKey> }>();

/** The same for one setting. A text that was read before gives the same value, which nobody can change. */
function settingFrom<Key extends SettingKey>(key: Key, stored: StoredSetting | undefined): Read<Key> {
  const last = lastRead.get(key);
  if (last && last.stored?.value === stored?.value && last.stored?.lastGood === stored?.lastGood) {
    return last.read as Read<Key>;
  }
  const read = readSetting(key, stored);
  lastRead.set(key, { stored, read });
  return read;
}

function readSetting<Key extends SettingKey>(key: Key, stored: StoredSetting | undefined): Read<Key> {
  const schema: z.ZodType = settingSchemas[key];
  const parsed = (text = "null") => schema.safeParse(jsonOf(text));
  const saved = stored ? parsed(stored.value) : schema.safeParse(undefined);
  const value = saved.success ? saved.data : (parsed(stored?.lastGood ?? undefined).data ?? schema.parse(undefined));
  return { value: deepFrozen(value as Settings[Key]), isDamaged: !saved.success };
}

export function deepFrozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFrozen(part);
  }
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type AuditView<Key extends SettingKey> = (value: Settings[Key]) => object;

/**
 * What the audit may tell of a setting. What is not here may hold strangers' addresses or secrets, which must not outlive
 * them there.
 */
const AUDIT_VIEWS: { [Key in SettingKey]?: AuditView<Key> } = {
  business: (facts) => facts,
  bookingRules: (rules) => rules,
  openingHours: timesByDay,
  operationHours: timesByDay,
  messages: ({ keptMonths }) => ({ keptMonths }),
  look: ({ accent, typeface, logo }) => ({ accent, typeface, logo: logo ? "their own" : "" }),
  homeCards: ({ services }) => Object.fromEntries(services.map((id, at) => [`homeCard${at + 1}`, id])),
  sender: (sender) => sender,
  practiceMails: (mails) => mails,
  practiceFacts: ({ pays, ...facts }) => ({ ...facts, pays: pays.join(", ") }),
  teamRules: (rules) => rules,
  scheduler: ({ kind, page }) => ({ scheduler: kind, page }),
  bodyPlaces: (places) => places,
  videos: (videos) =>
    Object.fromEntries(
      videos.flatMap(({ title, address }, at) => [
        [`film${at + 1}`, title],
        [`addressOfFilm${at + 1}`, address],
      ]),
    ),
  emailjs: ({ sends, serviceId, templateId, publicKey, origins }) => ({
    ...{ sends: sends ? "on" : "off", serviceId, templateId, publicKey },
    pages: origins.join(" "),
  }),
  calendarApps: ({ google, microsoft }) => ({ googleId: google.clientId, microsoftId: microsoft.clientId }),
  backups: ({ place, wordsAt }) => ({
    ...{ place: place?.kind ?? "", address: place?.address ?? "", user: place?.user ?? "" },
    wordsAt: wordsAt === null ? "" : new Date(wordsAt).toISOString(),
  }),
  opening: ({ state }) => ({ opening: state ?? "" }),
  voucherShop: (shop) => shop,
  moneyRules: ({ leisure, ...rules }) => ({ ...rules, leisure: leisure.join(" ") }),
  prepayment: ({ rules, ...shared }) => ({
    ...shared,
    ...Object.fromEntries(
      rules.map(({ services, ...rule }, at) => [
        `rule${at + 1}`,
        [...Object.values(rule), ...(services === "all" ? ["all"] : services)].map(String).join(" "),
      ]),
    ),
  }),
  push: ({ on }) => ({ sends: on ? "on" : "off" }),
  health: ({ on, bodies, ownAdultYears, ownMinorUntil }) => ({
    ...{ health: on ? "on" : "off", bodies: bodies.join(" ") },
    ...{ ownAdultYears: ownAdultYears ?? "", ownMinorUntil: ownMinorUntil ?? "" },
  }),
  mailServer: (server) => {
    const { host, port, security, user } = server ?? { host: "", port: "", security: "", user: "" };
    return { host, port, security, user };
  },
  mailbox: (read) => {
    const { host, port, security, user, folder } = read ?? { host: "", port: "", security: "", user: "", folder: "" };
    return { host, port, security, user, folder };
  },
};

export function settingAuditView<Key extends SettingKey>(key: Key, value: Settings[Key]): object {
  return AUDIT_VIEWS[key]?.(value) ?? {};
}
