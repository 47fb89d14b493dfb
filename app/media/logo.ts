import { z } from "zod";
import { fileAddress } from "#app/media/picture.ts";

/** An uploaded logo, drawn anew: its file, and that of its square icons if there are any. */
export const storedLogo = z.object({
  id: z.string(),
  type: z.enum(["svg", "png"]),
  width: z.number(),
  height: z.number(),
  iconId: z.string().nullable(),
});

export type Logo = z.output<typeof storedLogo>;

/** The sides of a logo's square icons, in pixels. */
export const ICON_SIDES = [192, 512];

export function logoAddress({ id, width, type }: Pick<Logo, "id" | "width" | "type">): string {
  return fileAddress(id, width, type);
}

export type LogoIcon = { src: string; type: string; sizes: string };

/** A logo for a tab and a home screen. */
export function logoIcons(logo: Logo): LogoIcon[] {
  const { iconId } = logo;
  if (iconId === null) return [{ src: logoAddress(logo), type: "image/svg+xml", sizes: "any" }];
  return ICON_SIDES.map((side) => ({
    src: fileAddress(iconId, side, "png"),
    type: "image/png",
    sizes: `${side}x${side}`,
  }));
}
