import { withParts } from "#app/catalogue/catalogue.db.server.ts";
import { SERVICE_VAT, type ServiceDraft, type TherapistDraft } from "#app/catalogue/service.form.ts";
import type { Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { listPictures } from "#app/media/pictures.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";

/** Shown to visitors or not, and the number of saves. */
type Edited = { active: boolean; version: number };

export type EditedService = Service & Edited & { vat: (typeof SERVICE_VAT)[number] };
export type EditedTherapist = Omit<Therapist, "short"> & Edited;

export type Ordered = "services" | "therapists";

export async function listEditedServices(db: Queries): Promise<EditedService[]> {
  const rows = await db.selectFrom("services").selectAll().orderBy("position").execute();
  const services = await withParts(db, rows);
  return rows.map((row, index) => ({
    ...(services[index] as Service),
    active: row.active === 1,
    version: row.version,
    vat: SERVICE_VAT.find((one) => one === row.vat) ?? "standard",
  }));
}

export async function listEditedTherapists(db: Queries): Promise<EditedTherapist[]> {
  const rows = await db.selectFrom("therapists").selectAll().orderBy("position").execute();
  const pictures = await listPictures(
    db,
    rows.flatMap((row) => row.picture_id ?? []),
  );
  return rows.map(({ id, slug, name, role, bio, active, version, picture_id }) => ({
    id,
    slug,
    name,
    role,
    bio,
    active: active === 1,
    version,
    picture: pictures.get(picture_id ?? "") ?? null,
  }));
}

export async function insertService(
  tx: Tx,
  { id, slug, draft, now }: { id: string; slug: string; draft: ServiceDraft; now: number },
): Promise<void> {
  const position = await endOf(tx, "services");
  const row = { id, slug, vat: "standard", ...serviceRow(draft), position, active: 1, version: 1, updated_at: now };
  await tx.insertInto("services").values(row).execute();
  await writeParts(tx, id, draft);
}

/** Does nothing when somebody has saved since this version. */
export async function updateService(
  tx: Tx,
  { id, version, draft, now }: { id: string; version: number; draft: ServiceDraft; now: number },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("services")
    .set({ ...serviceRow(draft), version: version + 1, updated_at: now })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (Number(outcome.numUpdatedRows) !== 1) return false;
  await tx.deleteFrom("service_lengths").where("service_id", "=", id).execute();
  await tx.deleteFrom("price_rules").where("service_id", "=", id).execute();
  await tx.deleteFrom("service_therapists").where("service_id", "=", id).execute();
  await writeParts(tx, id, draft);
  return true;
}

// An appointment or a voucher stays for years, and says which service it is of.
const USES = ["appointments", "waiting_entries", "products", "vouchers"] as const;

/** Removes a service with its lengths and prices, unless somebody has booked it, waits for it or bought it. */
export async function deleteUnusedService(tx: Tx, id: string): Promise<boolean> {
  const outcome = await tx
    .deleteFrom("services")
    .where("id", "=", id)
    .where(({ not, exists, or }) =>
      not(or(USES.map((table) => exists(tx.selectFrom(table).select("service_id").where("service_id", "=", id))))),
    )
    .executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

/** Ids of the therapists who give a service that visitors can book: shown, online, with a length. */
export async function listGivers(db: Queries): Promise<Set<string>> {
  const rows = await db
    .selectFrom("service_therapists")
    .innerJoin("services", "services.id", "service_therapists.service_id")
    .innerJoin("service_lengths", "service_lengths.service_id", "services.id")
    .select("service_therapists.therapist_id")
    .distinct()
    .where("services.active", "=", 1)
    .where("services.booking", "=", "online")
    .execute();
  return new Set(rows.map((row) => row.therapist_id));
}

/** Adds a therapist at the end of the list, without hours. */
export async function insertTherapist(
  tx: Tx,
  { id, slug, draft, now }: { id: string; slug: string; draft: TherapistDraft; now: number },
): Promise<void> {
  const position = await endOf(tx, "therapists");
  const row = { id, slug, ...draft, position, active: 1, version: 1, hours_version: 1, updated_at: now };
  await tx.insertInto("therapists").values(row).execute();
}

/** Does nothing when somebody has saved since this version. */
export async function updateTherapist(
  tx: Tx,
  { id, version, draft, now }: { id: string; version: number; draft: TherapistDraft; now: number },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("therapists")
    .set({ ...draft, version: version + 1, updated_at: now })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function updateActive(
  tx: Tx,
  table: Ordered,
  { id, active, now }: { id: string; active: boolean; now: number },
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ active: active ? 1 : 0, updated_at: now })
    .where("id", "=", id)
    .execute();
}

/** Replaces or removes a picture. Returns the id of the old one. */
export async function replacePicture(
  tx: Tx,
  table: Ordered,
  { id, pictureId, now }: { id: string; pictureId: string | null; now: number },
): Promise<{ id: string } | null> {
  const before = await lockPicture(tx, table, id);
  await tx.updateTable(table).set({ picture_id: pictureId, updated_at: now }).where("id", "=", id).execute();
  return before;
}

/** Of two who replace a picture at once, the second sees the first one's. */
export async function lockPicture(tx: Tx, table: Ordered, id: string): Promise<{ id: string } | null> {
  await tx
    .updateTable(table)
    .set((row) => ({ picture_id: row.ref("picture_id") }))
    .where("id", "=", id)
    .execute();
  const row = await tx.selectFrom(table).select("picture_id").where("id", "=", id).executeTakeFirst();
  return row?.picture_id ? { id: row.picture_id } : null;
}

export async function listOrder(tx: Tx, table: Ordered): Promise<string[]> {
  const rows = await tx.selectFrom(table).select("id").orderBy("position").orderBy("id").execute();
  return rows.map((row) => row.id);
}

export async function writeOrder(tx: Tx, table: Ordered, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx.updateTable(table).set({ position }).where("id", "=", id).execute();
  }
}

export async function listSlugs(tx: Tx, table: Ordered): Promise<Set<string>> {
  const rows = await tx.selectFrom(table).select("slug").execute();
  return new Set(rows.map((row) => row.slug));
}

function serviceRow(draft: ServiceDraft) {
  const { title, category, summary, booking, place, venue, venueName, bufferBefore, bufferAfter, words } = draft;
  return {
    title,
    category,
    summary,
    booking,
    place,
    venue,
    venue_name: venueName || null,
    words: JSON.stringify(words),
    buffer_before: bufferBefore,
    buffer_after: bufferAfter,
    first_extra: draft.firstExtra,
    ...(draft.vat && { vat: draft.vat }),
  };
}

async function writeParts(tx: Tx, id: string, { lengths, therapists, prices }: ServiceDraft): Promise<void> {
  for (const { minutes, pricePence, label } of lengths) {
    const row = { service_id: id, minutes, price_pence: pricePence, label };
    await tx.insertInto("service_lengths").values(row).execute();
  }
  const known = await listOrder(tx, "therapists");
  for (const { minutes, therapistId, from, pricePence } of prices) {
    if (therapistId !== null && !known.includes(therapistId)) continue;
    const length = { service_id: id, minutes, therapist_id: therapistId };
    const row = { id: newId(), ...length, from_day: from, price_pence: pricePence };
    await tx.insertInto("price_rules").values(row).execute();
  }
  for (const therapistId of therapists.filter((candidate) => known.includes(candidate))) {
    await tx.insertInto("service_therapists").values({ service_id: id, therapist_id: therapistId }).execute();
  }
}

async function endOf(tx: Tx, table: Ordered): Promise<number> {
  const last = await tx.selectFrom(table).select("position").orderBy("position", "desc").limit(1).executeTakeFirst();
  return (last?.position ?? -1) + 1;
}
