import { z } from "zod";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { emailAddress, optionalText, tickedOf } from "#app/platform/form-schemas.ts";
import { PARTS, type Part } from "#app/platform/permissions.ts";

const NO_PART = "Choose at least one part";

const parts = tickedOf().transform((ticked): readonly Part[] => PARTS.filter((part) => ticked.includes(part)));
const therapist = optionalText("the therapist", 80).transform((id) => id || null);

type Typed = { parts: readonly Part[]; therapist: string | null };

function needsTherapist({ parts, therapist }: Typed, context: z.RefinementCtx): void {
  if (!parts.includes("therapist") || therapist) return;
  context.addIssue({ code: "custom", path: ["therapist"], message: "Choose whose diary is theirs" });
}

export const inviteForm = z
  .object({
    email: emailAddress("their email address").transform((typed) => typed.toLowerCase()),
    parts: parts.refine((chosen) => chosen.length > 0, NO_PART),
    therapist,
  })
  .superRefine(needsTherapist);

/** Without a part, they no longer work here. */
export const partsForm = z.object({ parts, therapist }).superRefine(needsTherapist);

const FIELDS = ["email", "parts", "therapist"];

/** The errors as the fields stand on the page. */
export function inOrderOfFields(errors: FieldErrors): FieldErrors {
  const sorted = Object.entries(errors).sort(([one], [other]) => FIELDS.indexOf(one) - FIELDS.indexOf(other));
  return Object.fromEntries(sorted);
}
