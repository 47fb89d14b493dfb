import { z } from "zod";
import { knownPersonFields } from "#app/clients/person.form.ts";
import { tickBox } from "#app/platform/typed.ts";

export const clientContactForm = z.object({ ...knownPersonFields, ahead: tickBox() });
