/** Something that must happen after a change, written in the change's own transaction. */
export type Message =
  | { kind: "appointment-confirmed-client"; data: { appointmentId: string } }
  | { kind: "appointment-confirmed-practice"; data: { appointmentId: string } };
