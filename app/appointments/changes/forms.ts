import { z } from "zod";

const LONGEST = 500;
const CHOOSE = "Choose a day and a time";
// Lines are fine in a reason; nothing else that does not print.
const UNPRINTABLE = /(?!\n)\p{Cc}/gu;

const reasonForm = z
  .string()
  .transform((typed) => typed.replaceAll("\r\n", "\n").replace(UNPRINTABLE, " ").trim())
  .pipe(z.string().max(LONGEST, `Write ${LONGEST} characters or fewer`));

const moveForm = z.object({
  start: z.iso.datetime({ offset: true, error: CHOOSE }).transform((typed) => Date.parse(typed)),
  therapist: z
    .string()
    .max(80)
    .optional()
    .transform((slug) => (slug === "anyone" ? null : slug)),
});

/** Why somebody cancels: nothing typed is null. */
export function readReason(
  sent: unknown,
): { kind: "valid"; reason: string | null } | { kind: "invalid"; message: string } {
  const result = reasonForm.safeParse(sent ?? "");
  if (result.success) return { kind: "valid", reason: result.data || null };
  return { kind: "invalid", message: result.error.issues[0]?.message ?? "Write a reason, or none" };
}

/** Another time: `start` as epoch ms. `therapist` as in `reschedule`: null is anyone, undefined whoever it is now. */
export function readMove(
  sent: unknown,
): { kind: "valid"; move: { start: number; therapist?: string | null } } | { kind: "invalid"; message: string } {
  const result = moveForm.safeParse(sent);
  return result.success ? { kind: "valid", move: result.data } : { kind: "invalid", message: CHOOSE };
}
