import { isStanding } from "#app/appointments/appointments.db.server.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";

type Person = { start: number; name: string | null; email: string | null; phone: string | null };

/** A standing appointment of the same person at the same time; somebody without any detail has none. */
export async function getDuplicate(db: Queries, { start, name, email, phone }: Person): Promise<string | null> {
  if (!name && !email && !phone) return null;
  const duplicate = await db
    .selectFrom("appointments")
    .select("id")
    .where("starts_at", "=", start)
    .where(isStanding)
    .where((eb) =>
      eb.or([
        ...(email ? [eb(lowerCaseOf("email"), "=", email.toLowerCase())] : []),
        ...(phone ? [eb("phone", "=", phone)] : []),
        ...(name && !email && !phone ? [eb("name", "=", name)] : []),
      ]),
    )
    .executeTakeFirst();
  return duplicate?.id ?? null;
}

/** The account of this address, proved or not. */
export async function getOwnerOf(db: Queries, email: string): Promise<string | null> {
  const row = await db.selectFrom("users").select("id").where("email", "=", email.toLowerCase()).executeTakeFirst();
  return row?.id ?? null;
}

/** The verified account of this address, if there is one. */
export async function getVerifiedOwner(db: Queries, email: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .where("emailVerified", "=", true)
    .executeTakeFirst();
  return row?.id ?? null;
}
