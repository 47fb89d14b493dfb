import { z } from "zod";
import { storedLogo } from "#app/media/logo.ts";
import { tickBox } from "#app/platform/form-schemas.ts";

/** The colours of what may be pressed and touched; app/ui/styles/looks.css holds their values in both themes. */
export const ACCENTS = ["oxide", "plum", "violet", "blue", "teal", "moss"] as const;

/** The typefaces of headings: app/ui/styles/looks.css and fonts.css. */
export const TYPEFACES = ["bricolage", "fraunces", "outfit"] as const;

export type Accent = (typeof ACCENTS)[number];
export type Typeface = (typeof TYPEFACES)[number];

/** How the practice looks. The defaults are the demo practice's, and suit any. */
export const look = z.object({
  accent: z.enum(ACCENTS).default("oxide"),
  typeface: z.enum(TYPEFACES).default("bricolage"),
  logo: storedLogo.nullable().default(null),
  /** The logo is the written name: it stands alone. */
  logoHasName: z.boolean().default(false),
});

export type Look = z.output<typeof look>;

export const lookForm = z.object({
  accent: z.enum(ACCENTS, { error: "Choose a colour" }),
  typeface: z.enum(TYPEFACES, { error: "Choose a typeface" }),
  logoHasName: tickBox(),
});

export function lookFormOf({ accent, typeface, logoHasName }: Look): object {
  return { accent, typeface, logoHasName };
}
