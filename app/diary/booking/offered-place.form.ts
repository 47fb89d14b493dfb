import { z } from "zod";
import { epochInstant } from "#app/platform/form-schemas.ts";

const offeredPlaceForm = z.object({ start: epochInstant("Choose a time"), therapist: z.string().min(1).max(80) });

/** A time offered for an appointment: `start` in epoch ms, `therapist` a slug. */
export type OfferedPlace = z.output<typeof offeredPlaceForm>;

export function offeredPlaceFrom(form: FormData): OfferedPlace | undefined {
  return offeredPlaceForm.safeParse(Object.fromEntries(form)).data;
}
