import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, previewed, refusedAs, saved, sentTo, stale } from "#app/routes/admin/editing/sent.ts";
import { saveSetting } from "#app/settings/editing/commands.server.ts";
import { readSettingVersion } from "#app/settings/editing/store.server.ts";
import type { SettingKey, Settings } from "#app/settings/settings.ts";
import { readSettings } from "#app/settings/store.server.ts";

type Context = Readonly<RouterContextProvider>;

/** One page of the settings: which setting it is a part of, its form, and how the two become each other. */
export type SettingPage<Key extends SettingKey, Schema extends z.ZodType> = {
  key: Key;
  form: Schema;
  formOf: (stored: Settings[Key]) => object;
  /** The stored setting with what the form says. */
  next: (stored: Settings[Key], value: z.output<Schema>) => Settings[Key];
  address: string;
};

/** What the page's form is filled from. */
export async function shownSetting<Key extends SettingKey, Schema extends z.ZodType>(
  context: Context,
  { key, formOf }: SettingPage<Key, Schema>,
): Promise<{ stored: Fields; version: number }> {
  const world = worldOf(context);
  if (actorOf(context).kind !== "admin") throw refusedAs("forbidden");
  const version = await readSettingVersion(world.db.kysely, key);
  const settings = await readSettings(world.db.kysely, world.log);
  return { stored: fieldsOf(formOf(settings[key])), version };
}

/** Saves or previews what was sent, or says why not. */
export async function savedSetting<Key extends SettingKey, Schema extends z.ZodType>(
  { request, context }: { request: Request; context: Context },
  { key, form, formOf, next, address }: SettingPage<Key, Schema>,
) {
  const sent = await sentTo(request);
  const read = readFields(form, sent.fields);
  if (read.kind === "invalid") return invalid(sent, read.errors);
  if (sent.intent === "preview") return previewed(sent);
  const change = { key, version: sent.version, next: (stored: Settings[Key]) => next(stored, read.value) };
  const outcome = await saveSetting(worldOf(context), actorOf(context), change);
  if (outcome.kind === "stale") {
    return stale(sent, { theirs: formOf(outcome.current[key]), version: outcome.version });
  }
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  throw saved(address);
}
