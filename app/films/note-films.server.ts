import { addAdapter, getAdapter, removeAdapter, writeState } from "#app/adapters/adapters.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { videoSource } from "#app/settings/video-source.ts";
import type { Video } from "#app/settings/videos.ts";

/** Why a place shows a film without what belongs to it, in words; null: nothing is missing, or it has no address. */
export function lackOf({ address, poster, told }: Pick<Video, "address" | "poster" | "told">): string | null {
  return videoSource(address) && poster === null ? (told?.problem ?? null) : null;
}

/**
 * How films at an address fare, as for any system that is plugged in. There is no mail: it changes only while the owner
 * looks on.
 */
export async function noteFilms(app: AppContext): Promise<void> {
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const { videos } = await listSettings(tx, app.log);
    if (!videos.some(({ address }) => videoSource(address))) return removeAdapter(tx, "films");
    const faults = videos.flatMap((video, at) => (lackOf(video) ? [`Film ${at + 1}: ${lackOf(video)}`] : []));
    const state = faults.length > 0 ? "failing" : "ok";
    await addAdapter(tx, "films", now);
    const before = await getAdapter(tx, "films");
    const since = before?.state === state ? before.since : now;
    await writeState(tx, { name: "films", state, since, fault: faults.join(" ") || null, toldAt: null });
  });
}
