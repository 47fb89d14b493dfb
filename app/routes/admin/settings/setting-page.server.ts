import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { type Actor, may, needsConfirmation } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, previewed, refusedAs, saved, sentTo, stale, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { isSensitive, movesMail, type SensitiveSetting, saveSetting } from "#app/settings/save-setting.server.ts";
import type { SettingKey, Settings } from "#app/settings/settings.ts";
import { notifyOwnersFirst } from "#app/site/go-live/try-mail-server.server.ts";

type Context = Readonly<RouterContextProvider>;

/** One settings page: its setting, its form, and the conversion between the two. */
export type SettingPage<Key extends SettingKey, Schema extends z.ZodType> = {
  key: Key;
  form: Schema;
  formOf: (stored: Settings[Key]) => object;
  next: (stored: Settings[Key], value: z.output<Schema>) => Settings[Key];
  address: string;
  /** In the transaction of the save; and once it stands, before the answer. */
  also?: Parameters<typeof saveSetting<Key>>[2]["also"];
  afterwards?: (value: z.output<Schema>) => Promise<void>;
};

export async function viewSetting<Key extends SettingKey, Schema extends z.ZodType>(
  context: Context,
  { key, formOf }: SettingPage<Key, Schema>,
): Promise<{ stored: Fields; version: number }> {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const version = (await readPractice(app)).saved[key]?.version ?? 0;
  const settings = (await readPractice(app)).settings;
  return { stored: fieldsOf(formOf(settings[key])), version };
}

type Change<Key extends SettingKey> = {
  key: Key;
  version: number;
  next: (stored: Settings[Key]) => Settings[Key];
};

/** Every owner is emailed before a sensitive setting is saved, unless the save will be refused. */
export async function notifyBefore<Key extends SettingKey>(
  { app, actor }: { app: AppContext; actor: Actor },
  { key, version, next }: Change<Key>,
): Promise<boolean> {
  if (!may(actor, "change", "settings") || needsConfirmation(actor)) return true;
  const settings = (await readPractice(app)).settings;
  const after = { ...settings, [key]: next(settings[key]) };
  const moves = movesMail(app, settings, after);
  if (!isSensitive(key) && !moves) return true;
  if (((await readPractice(app)).saved[key]?.version ?? 0) !== version) return true;
  if (key === "mailServer")
    return notifyOwnersFirst(app, actor, after.mailServer === null ? "mail-server-removed" : "mail-server");
  return notifyOwnersFirst(
    app,
    actor,
    isSensitive(key) ? (key as Exclude<SensitiveSetting, "mailServer">) : "business",
  );
}

export async function savedSetting<Key extends SettingKey, Schema extends z.ZodType>(
  { request, context }: { request: Request; context: Context },
  { key, form, formOf, next, address, also, afterwards }: SettingPage<Key, Schema>,
) {
  const sent = await sentTo(request);
  const read = readFields(form, sent.fields);
  if (read.kind === "invalid") return invalid(sent, read.errors);
  if (sent.intent === "preview") return previewed(sent);
  const app = appContextOf(context);
  const actor = actorOf(context);
  const change = { key, version: sent.version, next: (stored: Settings[Key]) => next(stored, read.value), also };
  await notifyBefore({ app, actor }, change);
  const outcome = await saveSetting(app, actor, change);
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "conflict") {
    return stale(sent, { theirs: formOf(outcome.current[key]), version: outcome.version });
  }
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  await afterwards?.(read.value);
  throw saved(address);
}
