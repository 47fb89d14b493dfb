import type { Visit, VisitSummary } from "#app/appointments/visits/visit.ts";
import type { Client, ClientKey } from "#app/clients/client.ts";
import type { ClientNote } from "#app/clients/notes/note.ts";

/** A line of the list of clients. */
export type ClientLine = Client & { summary: VisitSummary };

/** Everything that one page shows of a client. `accounts`: addresses; `alike`: maybe the same person's records. */
export type ClientRecord = {
  client: Client;
  keys: ClientKey[];
  accounts: string[];
  visits: Visit[];
  summary: VisitSummary;
  notes: ClientNote[];
  alike: ClientLine[];
};
