import { z } from "zod";

const moment = z.number().nullable().default(null);

/** What the owner decided or did on the way to opening, where no other setting tells. */
export const goLiveChoices = z.object({
  keepsDrawings: z.boolean().default(false),
  showsFilms: z.boolean().default(false),
  policiesRead: z.record(z.string(), z.object({ version: z.number(), at: z.number() })).default({}),
  /** When a test email was asked for and to whom, and when its link was pressed. */
  testMail: z
    .object({ sentAt: moment, to: z.string().default(""), code: z.string().default(""), pressedAt: moment })
    .prefault({}),
  testBookedAt: moment,
});

export type GoLiveChoices = z.output<typeof goLiveChoices>;
