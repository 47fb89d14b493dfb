import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { endOffer, lockGap } from "#app/waiting-list/rounds.server.ts";

/** Switched off, everything that is kept for someone is free again; who waits is still there when it is switched on. */
export async function switchWaitingList(
  app: AppContext,
  actor: Actor,
  on: boolean,
): Promise<{ kind: "changed" | "forbidden" }> {
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }) => {
    const { waitingList } = (await readPractice(app, tx)).settings;
    // What became free while it was off is not offered.
    const since = on ? (waitingList.on ? waitingList.since : now) : waitingList.since;
    await writeSetting(tx, { key: "waitingList", value: { ...waitingList, on, since }, now });
    if (!on) {
      const live = await tx
        .selectFrom("waiting_offers")
        .select(["id", "gap_id"])
        .where("state", "in", ["held", "open"])
        .orderBy("gap_id")
        .execute();
      for (const { id, gap_id } of live) {
        await lockGap(tx, gap_id);
        await endOffer(tx, { id }, { state: "lost", now });
      }
      await tx.updateTable("waiting_gaps").set({ next_at: null }).where("next_at", "is not", null).execute();
    }
    await noted("setting.change", { kind: "setting", id: "waitingList" }, { waitingList: on ? "on" : "off" });
    return { kind: "changed" as const };
  });
}
