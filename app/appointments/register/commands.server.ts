import type { Actor } from "#app/accounts/actor.ts";
import { actorName } from "#app/accounts/actor.ts";
import { mustBePractice } from "#app/appointments/abilities.ts";
import type { RegisterFilter, RegisterRow, RegisterSort } from "#app/appointments/register/register.ts";
import { registerCsv } from "#app/appointments/register/register-csv.ts";
import { countRegister, readRegisterPage, streamRegister } from "#app/appointments/register/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

type Asked = { filter: RegisterFilter; sort: RegisterSort; down: boolean; page: number };

/** One page of the practice's appointments, and how many match in all. For the practice alone. */
export async function showRegister(
  world: World,
  actor: Actor,
  { filter, ...place }: Asked,
): Promise<{ rows: RegisterRow[]; total: number; zone: string }> {
  mustBePractice(actor);
  const db = world.db.kysely;
  const { zone } = (await readSettings(db, world.log)).bookingRules;
  return { ...(await readRegisterPage(db, { filter, zone }, place)), zone };
}

/** The appointments that match as CSV text, piece by piece. Taking a copy of personal data leaves an audit line. */
export async function exportRegister(
  world: World,
  actor: Actor,
  { filter }: { filter: RegisterFilter },
): Promise<AsyncGenerator<string>> {
  mustBePractice(actor);
  const db = world.db.kysely;
  const { zone } = (await readSettings(db, world.log)).bookingRules;
  const total = await countRegister(db, { filter, zone });
  await db.transaction().execute((tx) =>
    writeAudit(tx, {
      at: world.clock.now(),
      actor: actorName(actor),
      action: "appointment.export",
      subject: { kind: "appointments", id: "all" },
      detail: { rows: total, from: filter.from, to: filter.to },
    }),
  );
  return registerCsv(streamRegister(db, { filter, zone }), zone);
}
