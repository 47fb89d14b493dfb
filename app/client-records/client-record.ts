import type { DetailsDifference } from "#app/appointments/booked-details.ts";
import type { HistoryEntry, HistorySummary } from "#app/appointments/client-history.ts";
import type { Client, ClientKey } from "#app/clients/client.ts";
import type { ClientNote } from "#app/clients/client-note.ts";

export type ClientLine = Client & { summary: HistorySummary };

/** All that one page shows of a client. `accounts`: addresses; `alike`: records that may be the same person. */
export type ClientRecord = {
  client: Client;
  keys: ClientKey[];
  accounts: string[];
  history: HistoryEntry[];
  summary: HistorySummary;
  /** Null beyond reach. */
  notes: ClientNote[] | null;
  alike: ClientLine[];
  differences: DetailsDifference[];
};
