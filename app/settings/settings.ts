import type { z } from "zod";
import { bookingRules } from "#app/settings/booking-rules.ts";
import { business } from "#app/settings/business.ts";
import { openingHours, operationHours } from "#app/settings/hours.ts";
import { messages } from "#app/settings/messages.ts";
import { pictures } from "#app/settings/pictures.ts";
import { videos } from "#app/settings/videos.ts";

/** Every setting, by key. Each has defaults, so an empty table is the demo practice. */
export const settingSchemas = {
  business: business.prefault({}),
  bookingRules: bookingRules.prefault({}),
  openingHours,
  operationHours,
  messages: messages.prefault({}),
  pictures: pictures.prefault({}),
  videos,
};

export type SettingKey = keyof typeof settingSchemas;
export type Settings = { [Key in SettingKey]: z.output<(typeof settingSchemas)[Key]> };

/**
 * Settings from stored JSON texts by key. A missing key has its defaults; a text that does not fit
 * (an old shape, a damaged row) falls back to the defaults too and is named in `damaged`: a page still shows.
 */
export function settingsFrom(stored: ReadonlyMap<string, string>): { settings: Settings; damaged: SettingKey[] } {
  const damaged: SettingKey[] = [];
  const read = (key: SettingKey) => {
    const text = stored.get(key);
    const parsed = settingSchemas[key].safeParse(text === undefined ? undefined : jsonOf(text));
    if (parsed.success) return parsed.data;
    damaged.push(key);
    return settingSchemas[key].parse(undefined);
  };
  const entries = (Object.keys(settingSchemas) as SettingKey[]).map((key) => [key, read(key)]);
  return { settings: Object.fromEntries(entries) as Settings, damaged };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
