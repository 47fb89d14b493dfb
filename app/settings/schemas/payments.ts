import { z } from "zod";

/** Whether the practice takes payments here. `since`: when it was first switched on (epoch ms). */
export const payments = z.object({
  on: z.boolean().default(false),
  since: z.number().int().nullable().default(null),
});

export type PaymentRules = z.output<typeof payments>;
