import { z } from "zod";
import { knownPersonFields } from "#app/clients/person.form.ts";
import { tickBox } from "#app/platform/form-schemas.ts";

export const clientContactForm = z.object({ ...knownPersonFields, ahead: tickBox() });
