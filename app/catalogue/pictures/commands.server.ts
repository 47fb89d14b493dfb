import { type Ordered, readOrder, replacePicture } from "#app/catalogue/editing/store.server.ts";
import { keepPicture, type PictureOutcome, preparePicture, type Upload } from "#app/media/commands.server.ts";
import { letGoOfPicture } from "#app/media/store.server.ts";
import { change } from "#app/platform/change.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { Asker } from "#app/platform/editor.ts";
import type { World } from "#app/platform/world.server.ts";

/** What a picture is of. */
export type PictureOwner = { list: Ordered; id: string };

/** Puts an uploaded picture on a service or a therapist, in place of the one before. */
export async function putPicture(
  world: World,
  asker: Asker,
  { list, id, upload }: PictureOwner & { upload: Upload },
): Promise<PictureOutcome> {
  const prepared = await preparePicture(asker, upload);
  if (prepared.kind !== "prepared") return prepared;
  return change(world, asker, async ({ tx, now, noted }) => {
    if (!(await readOrder(tx, list)).includes(id)) return { kind: "unknown" };
    const picture = await keepPicture(tx, prepared.picture, now);
    await replaceWith(tx, { list, id, pictureId: picture.id, now });
    await noted("picture.put", { kind: list.slice(0, -1), id });
    return { kind: "changed" };
  });
}

/** Takes the picture away: our drawing stands again. */
export async function removePicture(world: World, asker: Asker, { list, id }: PictureOwner): Promise<PictureOutcome> {
  return change(world, asker, async ({ tx, now, noted }) => {
    if (!(await readOrder(tx, list)).includes(id)) return { kind: "unknown" };
    await replaceWith(tx, { list, id, pictureId: null, now });
    await noted("picture.remove", { kind: list.slice(0, -1), id });
    return { kind: "changed" };
  });
}

/** Each picture was uploaded for one record: with its place there it loses all. */
async function replaceWith(
  tx: Tx,
  { list, id, pictureId, now }: PictureOwner & { pictureId: string | null; now: number },
): Promise<void> {
  const before = await replacePicture(tx, list, { id, pictureId, now });
  if (before) await letGoOfPicture(tx, before, now);
}
