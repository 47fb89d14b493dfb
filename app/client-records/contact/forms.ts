import { z } from "zod";
import { knownPersonFields } from "#app/appointments/forms.ts";
import { tickBox } from "#app/platform/typed.ts";

/** A client's details, and whether the same is put right in what they have booked ahead. */
export const clientContactForm = z.object({ ...knownPersonFields, ahead: tickBox() });
