import { z } from "zod";

/** Whether the practice takes payments here. `since`: when it was first switched on (epoch ms). */
export const payments = z.object({
  on: z.boolean().default(false),
  since: z.number().int().nullable().default(null),
  /** Whether the bookkeepers get a mail with a link on the first of a month. */
  monthlyMail: z.boolean().default(false),
  /** Whether a seller has switched on payments by link. */
  online: z.boolean().default(false),
});

export type PaymentRules = z.output<typeof payments>;
