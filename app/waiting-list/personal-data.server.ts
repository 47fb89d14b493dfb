import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";
import { endOffersOf } from "#app/waiting-list/rounds.server.ts";
import { WAITING } from "#app/waiting-list/waiting-messages.ts";

export const waitingData: PersonalData = {
  export: async (db, { clientId }) => ({ waiting: await exportWaits(db, clientId) }),
  merge: moveWaits,
  async forget(tx, { clientId, userIds, addresses }, now) {
    const ids = await listWaitIds(tx, { clientId, userIds, addresses });
    for (const entryId of ids) await endOffersOf(tx, { entryId, state: "lost", now });
    await forgetAbout(tx, WAITING, ids);
    if (ids.length > 0) await tx.deleteFrom("waiting_entries").where("id", "in", ids).execute();
    return {};
  },
};

async function exportWaits(db: Queries, clientId: string) {
  const entries = await db
    .selectFrom("waiting_entries")
    .leftJoin("services", "services.id", "waiting_entries.service_id")
    .select([
      "waiting_entries.id",
      "services.title",
      "minutes",
      "weekdays",
      "day_times",
      "first_day",
      "last_day",
      "state",
    ])
    .select(["waiting_entries.name", "email", "phone", "waiting_entries.created_at"])
    .where("client_id", "=", clientId)
    .orderBy("waiting_entries.created_at")
    .orderBy("waiting_entries.id")
    .execute();
  const offers = await db
    .selectFrom("waiting_offers")
    .select(["entry_id", "starts_at", "state", "created_at", "answered_at"])
    .where("client_id", "=", clientId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return entries.map(({ id, title, created_at, weekdays, day_times, first_day, last_day, ...entry }) => ({
    since: toIso(created_at),
    service: title,
    ...entry,
    weekdays: JSON.parse(weekdays),
    dayTimes: JSON.parse(day_times),
    from: first_day,
    until: last_day,
    offers: offers
      .filter(({ entry_id }) => entry_id === id)
      .map((offer) => ({
        at: toIso(offer.created_at),
        start: toIso(offer.starts_at),
        answer: offer.state,
        answeredAt: toIso(offer.answered_at),
      })),
  }));
}

/** The waits of two records are one person's now: an offer of the one that goes ends, as nobody has two at once. */
async function moveWaits(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const rows = await tx
    .selectFrom("waiting_entries")
    .select(["id", "updated_at"])
    .where("client_id", "=", from)
    .execute();
  for (const { id, updated_at } of rows) await endOffersOf(tx, { entryId: id, state: "lost", now: updated_at });
  await tx.updateTable("waiting_entries").set({ client_id: to }).where("client_id", "=", from).execute();
  await tx.updateTable("waiting_offers").set({ client_id: to }).where("client_id", "=", from).execute();
}

async function listWaitIds(
  tx: Tx,
  { clientId, userIds, addresses }: { clientId: string; userIds: readonly string[]; addresses: readonly string[] },
): Promise<string[]> {
  const rows = await tx
    .selectFrom("waiting_entries")
    .select(["id", "email", "client_id"])
    .where((eb) =>
      eb.or([
        eb("client_id", "=", clientId),
        ...(userIds.length > 0 ? [eb("user_id", "in", [...userIds])] : []),
        eb("client_id", "is", null),
      ]),
    )
    .execute();
  // What nobody has confirmed belongs to no client yet: only its address tells.
  return rows
    .filter(({ email, client_id }) => client_id !== null || addresses.includes(email?.toLowerCase() ?? ""))
    .map(({ id }) => id);
}
