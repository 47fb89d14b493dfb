import { z } from "zod";
import { wholeNumber } from "#app/platform/form-schemas.ts";

/** Whether people may wait for a time, since when (epoch ms), and for how many minutes a time is kept for one of them. */
export const waitingList = z.object({
  on: z.boolean().default(false),
  since: z.number().int().nullable().default(null),
  holdMinutes: z.number().int().min(15).max(240).default(60),
});

export type WaitingListRules = z.output<typeof waitingList>;

export const waitingListForm = z.object({
  holdMinutes: wholeNumber("how long a time is kept", { least: 15, most: 240, unit: "minutes", step: 5 }),
});
