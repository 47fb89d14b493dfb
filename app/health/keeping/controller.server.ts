import { getClient, lockClient } from "#app/clients/clients.db.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";

/** A self-employed therapist who answers for a client's record, as their controller (UK GDPR). */
export type Controller = { therapistId: string; name: string };

type Refused = { kind: "not-found" | "forbidden" };

/** Null: the practice's. */
export async function getController(db: Queries, clientId: string): Promise<Controller | null> {
  const row = await db
    .selectFrom("record_controllers")
    .innerJoin("therapists", "therapists.id", "record_controllers.therapist_id")
    .select(["therapists.id as therapistId", "therapists.name"])
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whose a client's record is, and who it could be: the practice, or anyone who gives treatments here. */
export async function viewController(
  app: AppContext,
  actor: Actor,
  clientId: string,
): Promise<{ kind: "found"; name: string | null; controller: Controller | null; therapists: Controller[] } | Refused> {
  const refused = await refusal(app, actor);
  if (refused) return refused;
  const db = app.db.kysely;
  const client = await getClient(db, clientId);
  if (!client || client.erasedAt !== null) return { kind: "not-found" };
  const therapists = await db
    .selectFrom("therapists")
    .select(["id as therapistId", "name"])
    .where("active", "=", 1)
    .orderBy("name")
    .execute();
  const controller = await getController(db, clientId);
  const isListed = therapists.some(({ therapistId }) => therapistId === controller?.therapistId);
  const all = controller && !isListed ? [...therapists, controller] : therapists;
  return { kind: "found", name: client.name, controller, therapists: all };
}

type Chosen = { clientId: string; therapistId: string | null };

/** Says whose a client's record is; the client reads it in their account. `therapistId` null: the practice's. */
export async function setController(
  app: AppContext,
  actor: Actor,
  { clientId, therapistId }: Chosen,
): Promise<{ kind: "saved" } | { kind: "invalid"; message: string } | { kind: "unconfirmed" } | Refused> {
  if (may(actor, "change", "settings") && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const view = await viewController(app, actor, clientId);
  if (view.kind !== "found") return view;
  if (therapistId !== null && !view.therapists.some((one) => one.therapistId === therapistId))
    return { kind: "invalid", message: "Choose whose record it is" };
  return app.db.kysely.transaction().execute(async (tx) => {
    if (!(await lockClient(tx, clientId))) return { kind: "not-found" as const };
    const before = await getController(tx, clientId);
    if ((before?.therapistId ?? null) === therapistId) return { kind: "saved" as const };
    const now = app.clock.now();
    await writeController(tx, { clientId, therapistId, now });
    const subject = { kind: "client", id: clientId };
    const detail = { was: before?.therapistId ?? "practice", now: therapistId ?? "practice" };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "client.controller", subject, detail });
    return { kind: "saved" as const };
  });
}

async function writeController(tx: Tx, { clientId, therapistId, now }: Chosen & { now: number }): Promise<void> {
  await tx.deleteFrom("record_controllers").where("client_id", "=", clientId).execute();
  if (therapistId === null) return;
  const row = { client_id: clientId, therapist_id: therapistId, since: now };
  await tx.insertInto("record_controllers").values(row).execute();
}

/** Of two records that become one, the practice answers unless both were the same therapist's. */
export async function mergeControllers(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const [gone, kept] = [await getController(tx, from), await getController(tx, to)];
  await tx.deleteFrom("record_controllers").where("client_id", "=", from).execute();
  if (gone?.therapistId !== kept?.therapistId)
    await tx.deleteFrom("record_controllers").where("client_id", "=", to).execute();
}

export type TheirClient = { id: string; name: string | null };

/** The clients of a therapist who have a record here: those whose record is theirs, and those of the practice. */
export async function listTheirClients(
  app: AppContext,
  actor: Actor,
  therapistId: string,
): Promise<{ kind: "found"; name: string; own: TheirClient[]; ofPractice: TheirClient[] } | Refused> {
  const refused = await refusal(app, actor);
  if (refused) return refused;
  const db = app.db.kysely;
  const therapist = await db.selectFrom("therapists").select("name").where("id", "=", therapistId).executeTakeFirst();
  if (!therapist) return { kind: "not-found" };
  const rows = await db
    .selectFrom("clients")
    .leftJoin("record_controllers", "record_controllers.client_id", "clients.id")
    .select(["clients.id", "clients.name", "record_controllers.therapist_id as controllerId"])
    .where("erased_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("record_keys")
          .select("key_id")
          .whereRef("record_keys.client_id", "=", "clients.id")
          .where("record_keys.withdrawal_id", "is", null),
      ),
    )
    .where((eb) =>
      eb.or([
        eb("record_controllers.therapist_id", "=", therapistId),
        eb.exists(
          eb
            .selectFrom("treatment_notes")
            .select("treatment_notes.id")
            .whereRef("treatment_notes.client_id", "=", "clients.id")
            .where("treatment_notes.therapist_id", "=", therapistId)
            .where("treatment_notes.withdrawal_id", "is", null),
        ),
      ]),
    )
    .orderBy("search")
    .orderBy("clients.id")
    .execute();
  const [own, others] = [rows.filter(isTheirs(therapistId)), rows.filter(({ controllerId }) => controllerId === null)];
  const named = (list: typeof rows) => list.map(({ id, name }) => ({ id, name }));
  return { kind: "found", name: therapist.name, own: named(own), ofPractice: named(others) };
}

const isTheirs =
  (therapistId: string) =>
  ({ controllerId }: { controllerId: string | null }) =>
    controllerId === therapistId;

async function refusal(app: AppContext, actor: Actor): Promise<Refused | null> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  return (await healthState(app)) === "off" ? { kind: "not-found" } : null;
}
