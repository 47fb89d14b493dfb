import { z } from "zod";

/**
 * Whether visitors are shown the demo practice, with a ribbon that says so. `ended`: for good, whatever DEMO says.
 * `ribbon`: off where nothing invented was left before the demo's end.
 */
export const demoShown = z.object({
  shown: z.boolean().default(false),
  ended: z.boolean().default(false),
  ribbon: z.boolean().default(true),
});

export type DemoShown = z.output<typeof demoShown>;
