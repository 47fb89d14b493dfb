import { z } from "zod";

/** What the practice does with messages that come in. */
export const messages = z.object({
  /** Addresses, domains and terms whose messages are not taken, one each (decision 17). */
  blocked: z.array(z.string()).default([]),
  /** After how many months a message is deleted. */
  keptMonths: z.number().int().min(1).max(120).default(12),
});

export type MessageRules = z.output<typeof messages>;
