import type { z } from "zod";
import { backups } from "#app/settings/backups.ts";
import { bodyPlaces } from "#app/settings/body-places.ts";
import { bookingRules } from "#app/settings/booking-rules.ts";
import { business, filledIn } from "#app/settings/business.ts";
import { emailjs } from "#app/settings/emailjs.ts";
import { goLiveChoices } from "#app/settings/go-live-choices.ts";
import { homeCards } from "#app/settings/home-cards.ts";
import { openingHours, operationHours } from "#app/settings/hours.ts";
import { look } from "#app/settings/look.ts";
import { mailServer } from "#app/settings/mail-server.ts";
import { mailWords } from "#app/settings/mail-words.ts";
import { messages } from "#app/settings/messages.ts";
import { demoShown, opening } from "#app/settings/opening.ts";
import { payments } from "#app/settings/payments.ts";
import { pictures } from "#app/settings/place-pictures.ts";
import { practiceFacts } from "#app/settings/practice-facts.ts";
import { practiceMails } from "#app/settings/practice-mails.ts";
import { pushSetting } from "#app/settings/push-setting.ts";
import { schedulerChoice } from "#app/settings/scheduler-choice.ts";
import { sender } from "#app/settings/sender.ts";
import { teamRules } from "#app/settings/team-rules.ts";
import { videos } from "#app/settings/videos.ts";

export const settingSchemas = {
  business: business.prefault({}),
  bookingRules: bookingRules.prefault({}),
  openingHours,
  operationHours,
  messages: messages.prefault({}),
  mailWords: mailWords.prefault({}),
  mailServer,
  practiceMails: practiceMails.prefault({}),
  practiceFacts: practiceFacts.prefault({}),
  sender: sender.prefault({}),
  pictures: pictures.prefault({}),
  videos,
  demo: demoShown.prefault({}),
  goLive: goLiveChoices.prefault({}),
  opening: opening.prefault({}),
  bodyPlaces: bodyPlaces.prefault({}),
  look: look.prefault({}),
  homeCards: homeCards.prefault({}),
  scheduler: schedulerChoice.prefault({}),
  emailjs: emailjs.prefault({}),
  teamRules: teamRules.prefault({}),
  push: pushSetting.prefault({}),
  payments: payments.prefault({}),
  backups: backups.prefault({}),
};

export type SettingKey = keyof typeof settingSchemas;
export type Settings = { [Key in SettingKey]: z.output<(typeof settingSchemas)[Key]> };

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
export function settingFrom<Key extends SettingKey>(key: Key, stored: StoredSetting | undefined): Read<Key> {
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
