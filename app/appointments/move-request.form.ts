import { z } from "zod";
import { LONGEST_REQUEST } from "#app/appointments/move-request.ts";

// Line breaks are kept; no other control characters.
const UNPRINTABLE = /(?!\n)\p{Cc}/gu;

export const moveRequestForm = z.object({
  when: z
    .string()
    .transform((typed) => typed.replaceAll("\r\n", "\n").replace(UNPRINTABLE, " ").trim())
    .pipe(
      z.string().min(1, "Say when would suit you").max(LONGEST_REQUEST, `Write ${LONGEST_REQUEST} characters or fewer`),
    ),
});

export function parseMoveRequest(
  sent: unknown,
): { kind: "valid"; words: string } | { kind: "invalid"; message: string } {
  const result = moveRequestForm.safeParse({ when: sent ?? "" });
  if (result.success) return { kind: "valid", words: result.data.when };
  return { kind: "invalid", message: result.error.issues[0]?.message ?? "Say when would suit you" };
}
