import { type ClientKey, foldedName, keysOf } from "#app/clients/client.ts";
import { getKnownClient } from "#app/clients/clients.db.server.ts";
import { type ClinikoImport, patientCell } from "#app/health/moving/cliniko-imports.db.server.ts";
import type { Patient } from "#app/health/moving/cliniko-wire.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";
import { e164Of } from "#app/platform/phone-number.ts";

type Match = { clientId: string } | { reason: "unknown" | "several" };

/**
 * Finds each patient's client and writes it down: one who has the same name, and the same email address or number. A
 * record must never come to a relative who shares the address, so whoever does not fit in both is left for a person.
 */
export async function matchPatients(
  app: AppContext,
  tx: Tx,
  { importId, patients }: { importId: string; patients: readonly Patient[] },
): Promise<number> {
  if (patients.length === 0) return 0;
  const people = patients.map((patient) => ({ patient, keys: keysFrom(patient) }));
  const known = await getKnownClient(
    tx,
    people.flatMap(({ keys }) => keys),
  );
  const key = readOrMakeSealingKey(app.config);
  const rows = people.map(({ patient, keys }) => {
    const match = matchOf(patient, keys, known);
    const { id, name, bornOn } = patient;
    return {
      ...{ import_id: importId, patient_id: id, records: 0 },
      ...{ client_id: "clientId" in match ? match.clientId : null, reason: "reason" in match ? match.reason : null },
      sealed: seal(key, patientCell(importId, id), JSON.stringify({ name, bornOn })),
    };
  });
  await tx.insertInto("cliniko_patients").values(rows).execute();
  return rows.filter(({ client_id }) => client_id !== null).length;
}

function keysFrom({ email, phones }: Patient): ClientKey[] {
  const numbers = phones.flatMap((typed) => e164Of(typed) ?? []);
  const ofPhones = numbers.flatMap((phone) => keysOf({ userId: null, email: null, phone }));
  return [...keysOf({ userId: null, email, phone: null }), ...ofPhones];
}

type KnownClient = ClientKey & { clientId: string; name: string | null };

function matchOf({ name }: Patient, keys: readonly ClientKey[], known: readonly KnownClient[]): Match {
  const folded = foldedName(name);
  const fitting = known.filter(
    (one) =>
      folded !== "" &&
      foldedName(one.name) === folded &&
      keys.some(({ kind, value }) => kind === one.kind && value === one.value),
  );
  const [clientId, another] = [...new Set(fitting.map((one) => one.clientId))];
  if (clientId === undefined) return { reason: "unknown" };
  return another === undefined ? { clientId } : { reason: "several" };
}

/**
 * Two patients may have fitted one client: kept apart unless their days of birth are the same. Returns of how many the
 * match was taken back.
 */
export async function partNamesakes(app: AppContext, tx: Tx, { id: importId }: Pick<ClinikoImport, "id">) {
  const rows = await tx
    .selectFrom("cliniko_patients")
    .select(["patient_id", "client_id", "sealed"])
    .where("import_id", "=", importId)
    .where("client_id", "in", (eb) =>
      eb
        .selectFrom("cliniko_patients")
        .select("client_id")
        .where("import_id", "=", importId)
        .where("client_id", "is not", null)
        .groupBy("client_id")
        .having((having) => having.fn.countAll(), ">", 1),
    )
    .execute();
  const unsure = [...Map.groupBy(rows, ({ client_id }) => client_id).values()].filter((same) => {
    const days = same.map((row) => openPatient(app, { importId, ...row, patientId: row.patient_id }).bornOn);
    return new Set(days).size > 1 || days.includes("");
  });
  const ids = unsure.flat().map(({ patient_id }) => patient_id);
  if (ids.length > 0)
    await tx
      .updateTable("cliniko_patients")
      .set({ client_id: null, reason: "several" })
      .where("import_id", "=", importId)
      .where("patient_id", "in", ids)
      .execute();
  return ids.length;
}

type SealedPatient = { importId: string; patientId: string; sealed: string };

/** Who a patient is; nothing where the key of this machine is another. */
export function openPatient(
  { config }: Pick<AppContext, "config">,
  { importId, patientId, sealed }: SealedPatient,
): { name: string; bornOn: string } {
  const key = readSealingKey(config);
  const text = key && unseal(key, patientCell(importId, patientId), sealed);
  return text ? JSON.parse(text) : { name: "", bornOn: "" };
}

/** Whether someone was under 18 at an instant, by days of the calendar in UTC. Who has no day of birth was not. */
export function isUnder18(bornOn: string, at: number): boolean {
  const [year = 0, rest = ""] = [Number(bornOn.slice(0, 4)), bornOn.slice(4)];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(bornOn)) return false;
  return new Date(at).toISOString().slice(0, 10) < `${year + 18}${rest}`;
}
