import { keepPicture, preparePicture, type Upload } from "#app/media/commands.server.ts";
import { letGoOfPicture } from "#app/media/store.server.ts";
import { type Asker, editorName } from "#app/platform/editor.ts";
import type { World } from "#app/platform/world.server.ts";
import { reworkSetting } from "#app/settings/editing/commands.server.ts";
import type { PicturePlace } from "#app/settings/pictures.ts";

export type PlaceOutcome =
  | { kind: "changed" | "unknown" | "forbidden" }
  | { kind: "refused"; field: "file" | "alt"; message: string };

/** Puts an uploaded photograph in a place of the public pages, instead of our drawing or the one before. */
export async function putPlacePicture(
  world: World,
  asker: Asker,
  { place, upload }: { place: PicturePlace; upload: Upload },
): Promise<PlaceOutcome> {
  if (!editorName(asker)) return { kind: "forbidden" };
  const prepared = await preparePicture(upload);
  if (prepared.kind === "refused") return prepared;
  return reworkSetting(world, asker, "pictures", async ({ tx, now, noted, stored }) => {
    if (stored[place]) await letGoOfPicture(tx, stored[place].id, now);
    await noted("picture.put", { kind: "place", id: place });
    return { ...stored, [place]: await keepPicture(tx, prepared.picture, now) };
  });
}

/** Takes the photograph away: our drawing stands again. */
export async function removePlacePicture(world: World, asker: Asker, place: PicturePlace): Promise<PlaceOutcome> {
  return reworkSetting(world, asker, "pictures", async ({ tx, now, noted, stored }) => {
    if (!stored[place]) return stored;
    await letGoOfPicture(tx, stored[place].id, now);
    await noted("picture.remove", { kind: "place", id: place });
    return { ...stored, [place]: null };
  });
}
