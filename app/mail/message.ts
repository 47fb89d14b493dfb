/** The record that a message is about. Deleting or erasing it finds the message and its mail by these. */
export type Subject = { kind: string; id: string };

/** Something to send because of a change, written in the same transaction. Ids and times, no mail. */
export type Message = { kind: string; subject: Subject; data: Record<string, unknown> };

/**
 * A message and when it is due (epoch ms UTC; at once if not given). `byStranger`: its cause has not proved the
 * address, so it counts towards the address's hourly limit. `daily`: it is no mail of its own, but a line of the next
 * daily one. `channel`: another lane than `email`.
 */
export type Due = Message & { runAt?: number; byStranger?: boolean; daily?: boolean; channel?: string };

/** The lane of what goes to a device and is no mail. */
export const PUSH_CHANNEL = "push";

/** The lane of a mail to an invented person: it is stored, and goes nowhere. */
export const NO_CHANNEL = "none";

/** The subject of a mail that lists many records: its copy is cleared when a record is deleted. */
export const DAY_LIST = "day-list";
