type About = { appointmentId: string };

/** Something that must happen after a change, written in the change's own transaction. Ids and times, no mail. */
export type Message =
  | { kind: "appointment-confirmed-client"; data: About }
  | { kind: "appointment-confirmed-practice"; data: About }
  | { kind: "appointment-pending-client"; data: About }
  | { kind: "appointment-accepted-client"; data: About }
  /** `was`: the start before the change. */
  | { kind: "appointment-rescheduled-client"; data: About & { was: number } }
  | { kind: "appointment-rescheduled-practice"; data: About & { was: number } }
  | { kind: "appointment-cancelled-client"; data: About }
  | { kind: "appointment-cancelled-practice"; data: About }
  /** `start`: the time it reminds of. A reminder of another time than the appointment's has nothing to say. */
  | { kind: "appointment-reminder-client"; data: About & { start: number } };

export type MessageKind = Message["kind"];
export type DataOf<Kind extends MessageKind> = Extract<Message, { kind: Kind }>["data"];

/** A message and when it is due; at once when no time is given. Epoch ms UTC. */
export type Due = Message & { runAt?: number };
