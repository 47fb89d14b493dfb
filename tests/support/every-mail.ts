import { openLink } from "#app/accounts/links/store.server.ts";
import { cancel } from "#app/appointments/changes/commands.server.ts";
import { receiveEnquiry } from "#app/enquiries/commands.server.ts";
import { replyTo } from "#app/enquiries/desk/commands.server.ts";
import { renderers } from "#app/jobs.server.ts";
import type { Mail } from "#app/outbox/mail.ts";
import type { DataOf, MessageKind } from "#app/outbox/message.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { personIn } from "#tests/support/signed-in.ts";

const HOUR = 3_600_000;
const owner = { kind: "admin", userId: "imogen" } as const;

/** For each kind of message one that has something to say. A kind that is missing here is a mistake of types. */
const messages: { [Kind in MessageKind]: (world: World) => Promise<DataOf<Kind>> } = {
  "appointment-confirmed-client": about,
  "appointment-confirmed-practice": about,
  "appointment-pending-client": async (world) => {
    const told = await about(world);
    await world.db.kysely.updateTable("appointments").set({ status: "Pending" }).execute();
    return told;
  },
  "appointment-accepted-client": about,
  "appointment-rescheduled-client": async (world) => ({ ...(await about(world)), was: FRIDAY_TEN - 2 * HOUR }),
  "appointment-rescheduled-practice": async (world) => ({ ...(await about(world)), was: FRIDAY_TEN - 2 * HOUR }),
  "appointment-cancelled-client": cancelledByPractice,
  "appointment-cancelled-practice": async (world) => {
    const { appointmentId } = await about(world);
    await cancel(world, { kind: "holder", appointmentId }, { appointmentId, reason: "A cold" });
    return { appointmentId };
  },
  "appointment-reminder-client": async (world) => ({ ...(await about(world)), start: FRIDAY_TEN }),
  "enquiry-practice": enquiry,
  "enquiry-acknowledgement": enquiry,
  "enquiry-reply": async (world) => {
    const { enquiryId } = await enquiry(world);
    await replyTo(world, owner, { id: enquiryId, text: "We do.\n\nCome in and choose one." });
    const { id } = await world.db.kysely.selectFrom("enquiry_replies").select("id").executeTakeFirstOrThrow();
    return { replyId: id };
  },
  "account-verify": (world) => link(world, "verify"),
  "account-change": (world) => link(world, "change"),
  "account-reset": (world) => link(world, "reset"),
  "account-exists": async (world) => ({ userId: (await personIn(world)).id }),
  "account-password-changed": async (world) => ({ userId: (await personIn(world)).id, at: world.clock.now() }),
  "account-address-changed": async (world) => ({ to: "sam@example.com", at: world.clock.now() }),
};

export const MAIL_KINDS = Object.keys(messages) as MessageKind[];

/** One mail of a kind, as it would be sent. */
export async function mailOf(world: World, kind: MessageKind): Promise<Mail> {
  const data = await messages[kind](world);
  const write = renderers[kind] as (world: World, data: unknown) => Promise<Mail | null>;
  const mail = await write(world, data);
  if (!mail) throw new Error(`${kind} says nothing`);
  return mail;
}

async function about(world: World) {
  return { appointmentId: (await booked(world)).appointment.id };
}

async function cancelledByPractice(world: World) {
  const { appointmentId } = await about(world);
  await cancel(world, owner, { appointmentId, reason: "Tom is ill." });
  return { appointmentId };
}

async function enquiry(world: World) {
  const letter = {
    ...{ firstName: "Sam", lastName: "Carter", email: "sam@example.com" },
    ...{ subject: "Gift vouchers", message: "Do you sell them?\n\nThank you" },
  };
  const outcome = await receiveEnquiry(world, letter);
  if (outcome.kind === "blocked") throw new Error("blocked");
  return { enquiryId: outcome.id };
}

async function link(world: World, purpose: "verify" | "change" | "reset") {
  const { id: userId, email } = await personIn(world, { email: `${newId()}@example.com` });
  const now = world.clock.now();
  const nonce = await world.db.kysely
    .transaction()
    .execute((tx) => openLink(tx, { key: world.secret, purpose, person: { userId, email }, now }));
  return { nonce };
}
