import { z } from "zod";

/** How the practice's mails are signed. What is empty is the practice's name and address. */
export const sender = z.object({
  name: z.string().default(""),
  address: z.string().default(""),
  replyTo: z.string().default(""),
});

export type Sender = z.output<typeof sender>;
