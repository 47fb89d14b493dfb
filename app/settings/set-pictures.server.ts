import {
  isAnother,
  type PictureOutcome,
  preparePicture,
  releasePicture,
  savePicture,
  type Upload,
} from "#app/media/pictures.server.ts";
import { prepareLogo, releaseLogo, saveLogo } from "#app/media/save-logo.server.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";
import type { PicturePlace } from "#app/settings/schemas/place-pictures.ts";

type LogoOutcome =
  | { kind: "changed" | "not-found" | "forbidden" | "conflict" }
  | { kind: "refused"; field: "file"; message: string };

/** Puts a logo in place of our mark, or of the logo before. */
export async function setLogo(
  app: AppContext,
  actor: Actor,
  file: UploadedFile | null,
  seenId?: string,
): Promise<LogoOutcome> {
  const prepared = await prepareLogo(actor, file);
  if (prepared.kind !== "prepared") return prepared;
  return reworkSetting(app, actor, "look", async ({ tx, now, noted, stored }) => {
    if (isAnother(stored.logo, seenId)) return "conflict";
    if (stored.logo) await releaseLogo(tx, stored.logo, now);
    await noted("logo.put", { kind: "setting", id: "look" });
    return { ...stored, logo: await saveLogo(tx, prepared.logo, now) };
  });
}

export async function removeLogo(app: AppContext, actor: Actor, seenId?: string): Promise<LogoOutcome> {
  return reworkSetting(app, actor, "look", async ({ tx, now, noted, stored }) => {
    if (isAnother(stored.logo, seenId)) return "conflict";
    if (!stored.logo) return stored;
    await releaseLogo(tx, stored.logo, now);
    await noted("logo.remove", { kind: "setting", id: "look" });
    return { ...stored, logo: null, logoHasName: false };
  });
}

export async function setPlacePicture(
  app: AppContext,
  actor: Actor,
  { place, upload, seenId }: { place: PicturePlace; upload: Upload; seenId?: string },
): Promise<PictureOutcome> {
  const prepared = await preparePicture(actor, upload);
  if (prepared.kind !== "prepared") return prepared;
  return reworkSetting(app, actor, "pictures", async ({ tx, now, noted, stored }) => {
    if (isAnother(stored[place], seenId)) return "conflict";
    if (stored[place]) await releasePicture(tx, stored[place].id, now);
    await noted("picture.put", { kind: "place", id: place });
    return { ...stored, [place]: await savePicture(tx, prepared.picture, now) };
  });
}

export async function removePlacePicture(
  app: AppContext,
  actor: Actor,
  place: PicturePlace,
  seenId?: string,
): Promise<PictureOutcome> {
  return reworkSetting(app, actor, "pictures", async ({ tx, now, noted, stored }) => {
    if (isAnother(stored[place], seenId)) return "conflict";
    if (!stored[place]) return stored;
    await releasePicture(tx, stored[place].id, now);
    await noted("picture.remove", { kind: "place", id: place });
    return { ...stored, [place]: null };
  });
}
