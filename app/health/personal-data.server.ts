import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";

const TABLES = ["health_checks", "health_consents", "health_answers", "health_withdrawals", "record_keys"] as const;

/**
 * A record moves to another client by its keys and rows; without its keys nobody reads it, in a backup neither. An export
 * from the practice's side has when forms were sent and what was agreed to: the answers are the client's.
 */
export const healthData: PersonalData = {
  async export(db, { clientId }) {
    const rows = await db
      .selectFrom("health_consents")
      .select(["wording", "given_at"])
      .where("client_id", "=", clientId)
      .orderBy("given_at")
      .orderBy("id")
      .execute();
    const withdrawn = await db
      .selectFrom("health_withdrawals")
      .select(["at", "kept_until"])
      .where("client_id", "=", clientId)
      .orderBy("at")
      .execute();
    if (rows.length === 0 && withdrawn.length === 0) return {};
    return {
      healthForms: rows.map(({ wording, given_at }) => ({ sentAt: toIso(given_at), agreedTo: wording })),
      healthConsentWithdrawn: withdrawn.map(({ at, kept_until }) => ({ at: toIso(at), keptUntil: kept_until })),
    };
  },
  async merge(tx, { from, to }) {
    for (const table of TABLES)
      await tx.updateTable(table).set({ client_id: to }).where("client_id", "=", from).execute();
  },
  async forget(tx, { clientId }) {
    for (const table of TABLES) await tx.deleteFrom(table).where("client_id", "=", clientId).execute();
    return {};
  },
};
