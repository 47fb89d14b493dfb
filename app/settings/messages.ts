import { z } from "zod";

export const messages = z.object({
  /** Addresses, domains and terms to block, one each (decisions/0001, row 17). */
  blocked: z.array(z.string()).default([]),
  /** After how many months a message is deleted. */
  keptMonths: z.number().int().min(1).max(120).default(12),
});

export type MessageRules = z.output<typeof messages>;
