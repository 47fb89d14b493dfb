import { z } from "zod";

/** `secret` is sealed. */
const registeredApp = z.object({ clientId: z.string().default(""), secret: z.string().default("") });

/** What the owner registered with companies that have calendars, so that therapists can sign in there. None by default. */
export const calendarApps = z.object({
  google: registeredApp.prefault({}),
  microsoft: registeredApp.prefault({}),
});

export type StoredCalendarApps = z.output<typeof calendarApps>;

/** Where a sealed secret stands: it opens in no other cell. */
export const appSecretCell = (company: keyof StoredCalendarApps) => ({
  ...{ table: "settings", column: `value.${company}.secret`, row: "calendarApps" },
});
