import { z } from "zod";

/** Who shows the times on the booking page. `token` is sealed. What came through Calendly is put down to this service and therapist, where its name tells nothing else. */
export const schedulerChoice = z.object({
  kind: z.enum(["own", "calendly"]).default("own"),
  /** The address of the page on Calendly, as its owner copies it. */
  page: z.string().default(""),
  token: z.string().default(""),
  serviceId: z.string().default(""),
  therapistId: z.string().default(""),
});

export type SchedulerChoice = z.output<typeof schedulerChoice>;

/** Where the sealed token stands: it opens in no other cell. */
export const TOKEN_CELL = { table: "settings", column: "value.token", row: "scheduler" } as const;
