import type { HistoryEntry, HistorySummary } from "#app/appointments/clients/client-history.ts";
import type { DetailsDifference } from "#app/appointments/clients/contact.ts";
import type { Client, ClientKey, ClientNote } from "#app/clients/client.ts";

export type ClientLine = Client & { summary: HistorySummary };

/**
 * An account with a proven address that is the client's too. `differs`: its name or phone is another, so it may be
 * another person's: anyone can type any address.
 */
export type AccountBehind = { email: string; name: string; phone: string | null; differs: boolean };

/** All that one page shows of a client. `alike`: records that may be the same person. */
export type ClientRecord = {
  client: Client;
  keys: ClientKey[];
  accounts: AccountBehind[];
  history: HistoryEntry[];
  summary: HistorySummary;
  /** Null beyond scope. */
  notes: (ClientNote & { canRemove: boolean })[] | null;
  alike: ClientLine[];
  differences: DetailsDifference[];
};
