import { z } from "zod";
import { isoInstant } from "#app/platform/form-schemas.ts";

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

/** `start` is epoch ms. `therapist` as in `reschedule`: null means any, undefined the present one. */
export function parseMove(
  sent: unknown,
): { kind: "valid"; move: { start: number; therapist?: string | null } } | { kind: "invalid"; message: string } {
  const result = moveForm.safeParse(sent);
  return result.success ? { kind: "valid", move: result.data } : { kind: "invalid", message: CHOOSE };
}
