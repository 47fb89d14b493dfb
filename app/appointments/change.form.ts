import { z } from "zod";
import { isoInstant } from "#app/platform/form-schemas.ts";
import { parsePrice } from "#app/platform/money-words.ts";

const LONGEST = 500;
const CHOOSE = "Choose a day and a time";
// A reason may have line breaks, but no other control characters.
const UNPRINTABLE = /(?!\n)\p{Cc}/gu;

const reasonForm = z
  .string()
  .transform((typed) => typed.replaceAll("\r\n", "\n").replace(UNPRINTABLE, " ").trim())
  .pipe(z.string().max(LONGEST, `Write ${LONGEST} characters or fewer`));

const moveForm = z.object({
  start: isoInstant(CHOOSE),
  service: z.preprocess((sent) => sent || undefined, z.string().max(200).optional()),
  minutes: z.preprocess((sent) => sent || undefined, z.coerce.number().int().positive().max(1440).optional()),
  /** In pounds, as it was shown. */
  price: z.preprocess((sent) => sent || undefined, z.string().transform(parsePrice).optional()),
  therapist: z
    .string()
    .max(80)
    .optional()
    .transform((slug) => (slug === "anyone" ? null : slug)),
});

/** An empty reason is null. */
export function parseReason(
  sent: unknown,
): { kind: "valid"; reason: string | null } | { kind: "invalid"; message: string } {
  const result = reasonForm.safeParse(sent ?? "");
  if (result.success) return { kind: "valid", reason: result.data || null };
  return { kind: "invalid", message: result.error.issues[0]?.message ?? "Write a reason, or none" };
}

type Move = { start: number; service?: string; minutes?: number; price?: number | null; therapist?: string | null };

/** `start` is epoch ms, `price` in pence. `therapist` as in `reschedule`: null means any, undefined the present one. */
export function parseMove(sent: unknown): { kind: "valid"; move: Move } | { kind: "invalid"; message: string } {
  const result = moveForm.safeParse(sent);
  return result.success ? { kind: "valid", move: result.data } : { kind: "invalid", message: CHOOSE };
}
