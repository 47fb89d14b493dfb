import type { User } from "#app/accounts/user.ts";
import { deleteUser, getUser } from "#app/accounts/users.db.server.ts";
import { hasAppointmentAhead } from "#app/appointments/clients/client-history.db.server.ts";
import { unlink } from "#app/appointments/clients/own-appointments.db.server.ts";
import { cancelFrom } from "#app/appointments/personal-data.server.ts";
import { lockClient, releaseAccount } from "#app/clients/clients.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";
import {
  type EraseAgain,
  type Erasure,
  type ForgottenCounts,
  type Keeping,
  noteErasures,
  type Person,
  type PersonalData,
} from "#app/platform/personal-data.server.ts";
import { accountsBehind, listMerged, personBehind } from "#app/privacy/person.db.server.ts";

type EraseOutcome =
  /** `keptUntil`: the last day on which what has to be kept of them is, sealed. */
  | { kind: "erased"; keptUntil?: string }
  /** Also where an account with the address has another name or phone, and nobody has said whether it goes too. */
  | { kind: "refused"; message: string }
  | { kind: "not-found" };

/** What goes with the record. `record`: accounts stay, with their messages, mails and links. */
export const ERASE_CHOICES = ["record", "account"] as const;
type EraseChoice = (typeof ERASE_CHOICES)[number];

/**
 * Erases a person (UK GDPR article 17): name, addresses, notes, messages, mails and account. Bookings stay without
 * them, for accounts and legal claims (17(3)(b) and (e)). For admins only. `goes`: needed where the account may be
 * another person's.
 */
export async function erase(
  app: AppContext,
  actor: Actor,
  { id, goes = null, personalData }: { id: string; goes?: EraseChoice | null; personalData: readonly PersonalData[] },
): Promise<EraseOutcome> {
  if (!may(actor, "delete", "clients")) return { kind: "not-found" };
  // Before the transaction: within it another connection would wait for this one.
  const until = await keptUntil(app, { id, personalData });
  const outcome = await app.db.kysely.transaction().execute(async (tx): Promise<EraseOutcome> => {
    const now = app.clock.now();
    // Locked first: a booking that finds this client waits, and then makes a new one.
    const client = await lockClient(tx, id);
    if (!client) return { kind: "not-found" };
    const { users: behind } = await personBehind(tx, id);
    const differs = accountsBehind(client, behind).some((account) => account.differs);
    if (differs && goes === null) return { kind: "refused", message: CHOOSE };
    const keepsAccounts = differs && goes === "record";
    const users = keepsAccounts ? [] : behind;
    const refusal = refusalOf({ users, isAhead: await hasAppointmentAhead(tx, { clientId: id, now, scope: "all" }) });
    if (refusal) return { kind: "refused", message: refusal };
    const keeping = { until, config: app.config };
    const erased = await eraseWithin(tx, { id, keepsAccounts, now, personalData, keeping });
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "client.erase",
      subject: { kind: "client", id },
      detail: erased,
    });
    return { kind: "erased", ...(until !== null && { keptUntil: until }) };
  });
  if (outcome.kind === "erased") {
    await overwriteNow(app);
    await writeErasures(app);
  }
  return outcome;
}

const CHOOSE = "An account with this address has another name or phone. Choose what to erase";

/**
 * The erasure itself, of a locked client. Returns how many of each were deleted. `keepsAccounts`: what belongs to
 * accounts with its addresses stays with them.
 */
export async function eraseWithin(
  tx: Tx,
  { id, keepsAccounts, now, personalData, keeping }: Erasing,
): Promise<Required<ForgottenCounts>> {
  const known = await personBehind(tx, id);
  const person = keepsAccounts ? withoutAccounts(known, known.users) : known;
  const clientIds = [id, ...(await listMerged(tx, id))];
  const counts = { appointments: 0, enquiries: 0, accounts: 0 };
  // Rooms above first: some look up in those below whom they forget.
  for (const room of personalData.toReversed()) Object.assign(counts, await room.forget?.(tx, person, now, keeping));
  await noteErasures(tx, [
    ...clientIds.map((clientId) => ({ kind: "client" as const, id: clientId, at: now, kept_until: keeping.until })),
    ...person.userIds.map((userId) => ({ kind: "user" as const, id: userId, at: now })),
  ]);
  return counts;
}

type Erasing = {
  id: string;
  keepsAccounts: boolean;
  now: number;
  personalData: readonly PersonalData[];
  keeping: Keeping;
};

type Rooms = { id: string; personalData: readonly PersonalData[] };

/** The last day on which something of a client has to be kept once they are erased (`2037-05-05`); null: nothing. */
export async function keptUntil(app: AppContext, { id, personalData }: Rooms): Promise<string | null> {
  let last: string | null = null;
  for (const room of personalData) {
    const day = (await room.keptUntil?.(app, id)) ?? null;
    if (day !== null && day > (last ?? "")) last = day;
  }
  return last;
}

function withoutAccounts(person: Person, users: readonly User[]): Person {
  const theirs = users.flatMap(({ email, phone }) => [email.toLowerCase(), phone]);
  const own = (values: readonly string[]) => values.filter((value) => !theirs.includes(value));
  return { ...person, userIds: [], addresses: own(person.addresses), phones: own(person.phones) };
}

function refusalOf({ users, isAhead }: { users: readonly User[]; isAhead: boolean }): string | null {
  if (isAhead) return "They have an appointment ahead. Cancel it first, then erase";
  if (users.some(({ role }) => role === "admin")) return "They are an admin. Take the role from them first, then erase";
  if (users.some(({ staff }) => staff !== null)) return "This person is on your team. Remove their role first";
  return null;
}

/** The function that repeats, in a restored database, the erasures since its backup. */
export function eraseAgainIn(personalData: readonly PersonalData[]): EraseAgain {
  return ({ kysely }, { erasures, now, config, onProgress = () => {} }) =>
    kysely.transaction().execute(async (tx) => {
      let again = 0;
      const repeat: Record<Erasure["kind"], (one: Erasure) => Promise<boolean>> = {
        user: (one) => deleteUserAgain(tx, one),
        client: (one) => eraseClientAgain(tx, one, { now, personalData, config }),
        withdrawal: (one) => freezeAgain(tx, one, personalData),
        departure: (one) => freezeAgain(tx, one, personalData),
        record: (one) => destroyRecordAgain(tx, one, { now, personalData }),
      };
      // Accounts first: a record that was erased without its account must leave it alone again. What was kept of a
      // client and destroyed on its day comes last.
      const inOrder = [...erasures].sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
      for (const erasure of inOrder) {
        const { kind, id } = erasure;
        if (!(await repeat[kind](erasure))) continue;
        again += 1;
        onProgress("erased again", again);
        await writeAudit(tx, { at: now, actor: "system", action: AGAIN[kind], subject: { kind, id } });
      }
      await noteErasures(tx, erasures);
      return again;
    });
}

const ORDER: readonly Erasure["kind"][] = ["user", "client", "withdrawal", "departure", "record"];
const AGAIN: Record<Erasure["kind"], string> = {
  client: "client.erase",
  user: "account.delete",
  withdrawal: "record.withdraw",
  departure: "record.leave",
  record: "record.destroy",
};

async function eraseClientAgain(
  tx: Tx,
  { id, at, kept_until }: Erasure,
  { now, personalData, config }: { now: number; personalData: readonly PersonalData[]; config: Keeping["config"] },
): Promise<boolean> {
  if (!(await lockClient(tx, id))) return false;
  // Nobody is erased with a future appointment: those that the backup still has were cancelled before the erasure.
  await cancelFrom(tx, { clientId: id, at, now });
  const keeping = { until: kept_until, config };
  await eraseWithin(tx, { id, keepsAccounts: true, now, personalData, keeping });
  return true;
}

async function deleteUserAgain(tx: Tx, { id }: Erasure): Promise<boolean> {
  if (!(await getUser(tx, id))) return false;
  await unlink(tx, id);
  await releaseAccount(tx, id);
  await deleteUser(tx, id);
  return true;
}

async function freezeAgain(tx: Tx, one: Erasure, personalData: readonly PersonalData[]): Promise<boolean> {
  for (const room of personalData) if (await room.freezeAgain?.(tx, one)) return true;
  return false;
}

async function destroyRecordAgain(
  tx: Tx,
  { id }: Erasure,
  { now, personalData }: { now: number; personalData: readonly PersonalData[] },
): Promise<boolean> {
  let destroyed = 0;
  for (const room of personalData) destroyed += (await room.destroyAgain?.(tx, [id], now)) ?? 0;
  return destroyed > 0;
}
