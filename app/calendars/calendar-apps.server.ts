import { z } from "zod";
import { COMPANIES, type Company } from "#app/calendars/calendar-account.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { optionalText } from "#app/platform/form-schemas.ts";
import { type Actor, may, needsConfirmation } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { appSecretCell, type StoredCalendarApps } from "#app/settings/calendar-apps.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";

const appForm = (isId: RegExp, message: string) =>
  z
    .object({
      clientId: optionalText("the client ID", 200).refine((typed) => typed === "" || isId.test(typed), message),
      secret: optionalText("the client secret", 200).refine(
        (typed) => !/\s/.test(typed),
        "A client secret is one word",
      ),
    })
    .prefault({});

/** What an owner pastes of the apps that they registered. A secret that is left blank stays, as long as its ID does. */
export const calendarAppsForm = z.object({
  google: appForm(
    /^[\w.-]+\.apps\.googleusercontent\.com$/,
    "Copy the whole client ID. It ends in .apps.googleusercontent.com",
  ),
  microsoft: appForm(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    "Copy the whole application ID, like 01234567-89ab-cdef-0123-456789abcdef",
  ),
});

export type TypedCalendarApps = z.output<typeof calendarAppsForm>;

const companies = Object.keys(COMPANIES) as Company[];

type SaveOutcome = Awaited<ReturnType<typeof saveSetting>> | { kind: "invalid"; errors: Record<string, string> };

/** Saves what the owner registered, secrets sealed. Who signed in with another app signs in again. */
export async function saveCalendarApps(
  app: AppContext,
  actor: Actor,
  { version, typed }: { version: number; typed: TypedCalendarApps },
): Promise<SaveOutcome> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const errors = missingSecrets((await readPractice(app)).settings.calendarApps, typed);
  if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
  return saveSetting(app, actor, { key: "calendarApps", version, next: (stored) => nextOf(app, stored, typed) });
}

/** What lacks its secret, by the fields of the form. */
export function missingSecrets(stored: StoredCalendarApps, typed: TypedCalendarApps): Record<string, string> {
  const lacking = companies.filter((company) => {
    const { clientId, secret } = typed[company];
    const hasOwn = stored[company].clientId === clientId && stored[company].secret !== "";
    return clientId !== "" && secret === "" && !hasOwn;
  });
  const message = "Enter the client secret that belongs to this client ID";
  return Object.fromEntries(lacking.map((company) => [`${company}.secret`, message]));
}

function nextOf(app: AppContext, stored: StoredCalendarApps, typed: TypedCalendarApps): StoredCalendarApps {
  const apps = companies.map((company) => {
    const { clientId, secret } = typed[company];
    const kept = clientId !== "" && stored[company].clientId === clientId ? stored[company].secret : "";
    const sealed = clientId && secret && seal(readOrMakeSealingKey(app.config), appSecretCell(company), secret);
    return [company, { clientId, secret: sealed || kept }] as const;
  });
  return { ...stored, ...Object.fromEntries(apps) };
}
