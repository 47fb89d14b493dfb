import { book } from "#app/appointments/commands.server.ts";
import { receiveEnquiry } from "#app/enquiries/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { clientOf } from "#tests/support/clients.ts";
import type { Visitor } from "#tests/support/doors/door.ts";
import { newSession, type Person, personIn } from "#tests/support/signed-in.ts";

/** Who tries the doors, and what of the client's they try to get at. */
export type Fixtures = {
  /** What stands for `{secret}` and its like in an address. */
  fill: (at: string) => string;
  /** A session of its own for each try: a door may end it. Null for nobody. */
  cookieOf: (visitor: Visitor) => Promise<string | null>;
};

export async function fixturesIn(world: World): Promise<Fixtures> {
  const people: Record<Exclude<Visitor, "nobody">, Person> = {
    client: await personIn(world, { name: "Cleo Client" }),
    other: await personIn(world, { name: "Otto Other" }),
    admin: await personIn(world, { name: "Ada Admin", role: "admin" }),
  };
  const { id } = people.client;
  const { appointment, manageSecret } = await bookedFor(world, people.client);
  const session = await world.db.kysely.selectFrom("sessions").select("id").where("userId", "=", id).executeTakeFirst();
  const values: Record<string, string> = {
    secret: manageSecret,
    appointment: appointment.id,
    record: await clientOf(world, appointment.id),
    user: id,
    session: session?.id ?? "none",
    enquiry: await enquiryOf(world, people.client),
    mail: (await world.db.kysely.selectFrom("outbox").select("id").executeTakeFirst())?.id ?? "none",
  };
  return {
    fill: (at) => at.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? name),
    cookieOf: async (visitor) => (visitor === "nobody" ? null : (await newSession(world, people[visitor].id)).cookie),
  };
}

async function enquiryOf(world: World, { email }: Person): Promise<string> {
  const person = { firstName: "Cleo", lastName: "Client", email };
  await receiveEnquiry(world, { ...person, subject: "Vouchers", message: "Do you sell them?" });
  const row = await world.db.kysely.selectFrom("enquiries").select("id").executeTakeFirstOrThrow();
  return row.id;
}

async function bookedFor(world: World, { id, email, name }: Person) {
  const today = localDateOf(world.clock.now(), "Europe/London");
  const [start] = await apartStarts(world, { from: addDays(today, 7), to: addDays(today, 20) });
  if (start === undefined) throw new Error("The demo practice is free on no day of two weeks");
  const wish = { service: "deep-tissue-massage", minutes: undefined, therapist: "imogen-hartley", start };
  const outcome = await book(
    world,
    { kind: "client", userId: id },
    { wish: { ...wish, name, email, phone: "+441632960001" }, idempotencyKey: null },
  );
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${outcome.kind}`);
  return outcome;
}
