import type { PersonalData } from "#app/platform/personal-data.server.ts";

/** A record moves to another client by its keys and rows; without its keys nobody reads it, in a backup neither. */
export const healthData: PersonalData = {
  async merge(tx, { from, to }) {
    await tx.updateTable("record_keys").set({ client_id: to }).where("client_id", "=", from).execute();
  },
  async forget(tx, { clientId }) {
    await tx.deleteFrom("record_keys").where("client_id", "=", clientId).execute();
    return {};
  },
};
