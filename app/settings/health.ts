import { z } from "zod";

/** Whether the practice keeps health records here, and the fingerprint of the key that wraps theirs. */
export const health = z.object({
  on: z.boolean().default(false),
  /** Empty until a key was made. Another key shuts health, and no new one is made. */
  keyId: z.string().default(""),
});

export type HealthRules = z.output<typeof health>;
