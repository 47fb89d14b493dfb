import { z } from "zod";
import { holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { appointmentData } from "#app/appointments/notifications/appointment-message.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { MOVED, MOVED_MAIL, MOVED_SETTINGS } from "#app/moving/archive/moved-tables.ts";
import { UnfitArchive } from "#app/moving/archive/unfit-archive.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Row } from "#app/platform/database/rows.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";

const reminder = appointmentData[MOVED_MAIL];
const HELD = "held back: it was due while the practice moved";

/** Checks a row of an archive, and adds what did not travel: made anew here, or empty. `number`: its line. */
export function storedRow(app: AppContext, { table, found, number }: Found): Row {
  const read = schemaOf(table).safeParse(found);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UnfitArchive(`Line ${number} of ${table}: ${issue?.path.join(".")} ${issue?.message.toLowerCase()}`);
  }
  return { ...read.data, ...ADDED[table]?.(app, read.data, number) };
}

type Found = { table: string; found: unknown; number: number };

const schemas = new Map<string, z.ZodType<Row>>();

function schemaOf(table: string): z.ZodType<Row> {
  const known = schemas.get(table) ?? z.strictObject(MOVED[table]?.columns ?? {});
  schemas.set(table, known);
  return known;
}

/** Links of bookings open again where the secret came along; else new ones are sent. */
const ADDED: Record<string, (app: AppContext, row: Row, number: number) => Row> = {
  users: () => ({ twoFactorEnabled: false }),
  appointments: (app, { id, link_version, name, email, phone }) => {
    const isErased = name === null && email === null && phone === null;
    const secret = () => manageSecretOf(app, { id: String(id), linkVersion: Number(link_version) });
    return { manage_hash: isErased ? `erased ${id}` : hashOf(secret()), idempotency_key: null, origin: null };
  },
  booking_holds: (app, { appointment_id: id }) => ({ secret_hash: hashOf(holdSecretOf(app, String(id))) }),
  waiting_entries: (app, { id }) => ({ secret_hash: hashOf(deriveSecret(app.secret, `waiting:${id}`)) }),
  outbox: (app, { kind, data, run_at }, number) => {
    const isReminder = kind === MOVED_MAIL && reminder.safeParse(JSON.parse(String(data))).success;
    if (!isReminder) throw new UnfitArchive(`Line ${number} of outbox is no reminder`);
    const now = app.clock.now();
    const isLate = Number(run_at) <= now;
    const held = { failed_at: isLate ? now : null, last_error: isLate ? HELD : null };
    return { attempts: 0, claimed_until: 0, ...held };
  },
  // A value that is not as this version has it is told on the practice's side, as any damaged one.
  settings: (_, { key }, number) => {
    if (MOVED_SETTINGS.some((known) => known === key)) return {};
    throw new UnfitArchive(`Line ${number} of settings is none that moves: ${key}`);
  },
};
