import type { Logo } from "#app/media/logo.ts";
import { parsedXml } from "#app/media/parse-xml.gateway.server.ts";
import { kindOf } from "#app/media/picture.ts";
import { insertPicture, releasePicture } from "#app/media/pictures.server.ts";
import { type DrawnLogo, drawLogo } from "#app/media/sharp.gateway.server.ts";
import { drawSvg } from "#app/media/svg-drawing.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, may } from "#app/platform/permissions.ts";

export const MOST_LOGO_BYTES = 5 * 1024 * 1024;
const MOST_SVG_BYTES = 200 * 1024;

const DRAWN_AT = 400;

type PreparedLogo = DrawnLogo & { type: Logo["type"] };
type Unprepared = { kind: "forbidden" } | { kind: "refused"; field: "file"; message: string };

/** Checks an admin's logo and draws it anew; others are refused unread. Slow, so call it before a transaction begins. */
export async function prepareLogo(
  actor: Actor,
  file: UploadedFile | null,
): Promise<{ kind: "prepared"; logo: PreparedLogo } | Unprepared> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  if (!file || file.size === 0) return refused("Choose a logo");
  if (file.size > MOST_LOGO_BYTES) return refused("Choose a logo of 5 MB or less");
  const bytes = await file.read(0, file.size);
  if (kindOf(bytes) === "png") {
    const logo = await drawLogo(bytes);
    return logo
      ? { kind: "prepared", logo: { ...logo, type: "png" } }
      : refused("That logo could not be read. Save it again as a PNG");
  }
  const text = new TextDecoder().decode(bytes);
  if (kindOf(bytes) || !/^\uFEFF?\s*</.test(text)) return refused("Choose an SVG or a PNG file");
  return file.size > MOST_SVG_BYTES ? refused("Choose an SVG of 200 KB or less, or a PNG") : svgLogo(text);
}

function svgLogo(text: string): { kind: "prepared"; logo: PreparedLogo } | Unprepared {
  const root = parsedXml(text);
  const drawing = root ? drawSvg(root) : { kind: "unreadable" as const };
  if (drawing.kind === "unreadable") return refused("That SVG could not be read. Save it again as plain SVG, or a PNG");
  if (drawing.kind === "invalid") {
    const way = drawing.holds === "text" ? "Turn its text into outlines" : "Turn everything into plain shapes";
    return refused(`That SVG holds “${drawing.holds}”, which is not drawn here. ${way}, or choose a PNG`);
  }
  const bytes = new TextEncoder().encode(drawing.svg);
  return { kind: "prepared", logo: { type: "svg", ...scaled(drawing), bytes, icons: [] } };
}

/** In whole pixels: a drawing has no size of its own. */
function scaled({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const factor = DRAWN_AT / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

export async function saveLogo(
  tx: Tx,
  { type, width, height, bytes, icons }: PreparedLogo,
  now: number,
): Promise<Logo> {
  const picture = { id: newId(), alt: "", width, height };
  await insertPicture(tx, { picture, files: [{ width, type, bytes }], now });
  const iconId = icons.length === 0 ? null : await saveIcons(tx, icons, now);
  return { id: picture.id, type, width, height, iconId };
}

async function saveIcons(tx: Tx, icons: DrawnLogo["icons"], now: number): Promise<string> {
  const [width, height] = [icons[0]?.width ?? 0, icons[0]?.width ?? 0];
  const picture = { id: newId(), alt: "", width, height };
  await insertPicture(tx, { picture, files: icons.map((icon) => ({ ...icon, type: "png" as const })), now });
  return picture.id;
}

/** Its files are deleted an hour later, with those of replaced pictures. */
export async function releaseLogo(tx: Tx, { id, iconId }: Logo, now: number): Promise<void> {
  await releasePicture(tx, id, now);
  if (iconId) await releasePicture(tx, iconId, now);
}

function refused(message: string): Unprepared {
  return { kind: "refused", field: "file", message };
}
