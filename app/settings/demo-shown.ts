import { z } from "zod";

/** Whether what the demo practice ships is shown to visitors. `ended`: for good, whatever DEMO says. */
export const demoShown = z.object({ shown: z.boolean().default(true), ended: z.boolean().default(false) });

export type DemoShown = z.output<typeof demoShown>;
