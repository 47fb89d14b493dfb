import { z } from "zod";
import { tickBox } from "#app/platform/typed.ts";
import { ACCENTS, type Look, TYPEFACES } from "#app/settings/look.ts";

export const lookForm = z.object({
  accent: z.enum(ACCENTS, { error: "Choose a colour" }),
  typeface: z.enum(TYPEFACES, { error: "Choose a typeface" }),
  logoHasName: tickBox(),
});

export function lookFormOf({ accent, typeface, logoHasName }: Look): object {
  return { accent, typeface, logoHasName };
}
