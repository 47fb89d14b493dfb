import { z } from "zod";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { emailAddress, optionalText, tickedOf } from "#app/platform/form-schemas.ts";
import { TEAM_ROLES, type TeamRole } from "#app/platform/permissions.ts";

const NO_ROLE = "Choose at least one role";

const roles = tickedOf().transform((ticked): readonly TeamRole[] => TEAM_ROLES.filter((role) => ticked.includes(role)));
const therapist = optionalText("the therapist", 80).transform((id) => id || null);

type Typed = { roles: readonly TeamRole[]; therapist: string | null };

function needsTherapist({ roles, therapist }: Typed, context: z.RefinementCtx): void {
  if (!roles.includes("therapist") || therapist) return;
  context.addIssue({ code: "custom", path: ["therapist"], message: "Choose whose diary is theirs" });
}

export const inviteForm = z
  .object({
    email: emailAddress("their email address").transform((typed) => typed.toLowerCase()),
    roles: roles.refine((chosen) => chosen.length > 0, NO_ROLE),
    therapist,
  })
  .superRefine(needsTherapist);

/** Without a role, they no longer work here. */
export const rolesForm = z.object({ roles, therapist }).superRefine(needsTherapist);

const FIELDS = ["email", "roles", "therapist"];

/** The errors as the fields stand on the page. */
export function inOrderOfFields(errors: FieldErrors): FieldErrors {
  const sorted = Object.entries(errors).sort(([one], [other]) => FIELDS.indexOf(one) - FIELDS.indexOf(other));
  return Object.fromEntries(sorted);
}
