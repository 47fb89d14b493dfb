import { z } from "zod";

/** What the owner registered with companies that have calendars, so that therapists can sign in there. None by default. */
export const calendarApps = z.object({
  /** `secret` is sealed. */
  google: z.object({ clientId: z.string().default(""), secret: z.string().default("") }).prefault({}),
});

export type StoredCalendarApps = z.output<typeof calendarApps>;

/** Where a sealed secret stands: it opens in no other cell. */
export const appSecretCell = (company: keyof StoredCalendarApps) => ({
  ...{ table: "settings", column: `value.${company}.secret`, row: "calendarApps" },
});
