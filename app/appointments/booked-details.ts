import type { Details } from "#app/clients/client.ts";

/** A booking whose contact details differ from those in the client record. `start` is epoch ms UTC. */
export type DetailsDifference = {
  appointmentId: string;
  clientId: string;
  start: number;
  booked: Details;
  record: Details;
  /** Of the record as read: the choice is refused if the record has changed since. */
  version: number;
};
