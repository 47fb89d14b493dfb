import { CONFIRMED, PENDING } from "#app/appointments/appointment.ts";
import type { Managed } from "#app/appointments/requests/manage-link.ts";
import { viewForm } from "#app/health/form/forms.server.ts";
import { carriedOver, type FormDraft, pageErrors, pagesOf, soundFields } from "#app/health/form/steps.ts";
import { readForm, readForms } from "#app/health/form/versions.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { keyFrom, seal, unseal } from "#app/platform/encryption.server.ts";
import { hashOf, newSecret } from "#app/platform/ids.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const cellOf = (row: string) => ({ table: "health_drafts", column: "sealed", row });

/** The draft that this browser began for this appointment; null for every other one. */
export async function readDraft(app: AppContext, managed: Managed, secret: string | null): Promise<FormDraft | null> {
  if (secret === null) return null;
  const db = app.db.kysely;
  const id = hashOf(secret);
  const row = await db
    .selectFrom("health_drafts")
    .select("sealed")
    .where("id", "=", id)
    .where("appointment_id", "=", managed.appointment.id)
    .executeTakeFirst();
  const text = row ? unseal(keyFrom(secret), cellOf(id), row.sealed) : null;
  if (text === null) return null;
  const draft = JSON.parse(text) as FormDraft;
  const form = await readForm(db);
  if (draft.version === form.version) return draft;
  const before = (await readForms(db, [draft.version])).get(draft.version);
  return carriedOver(draft, before?.questions ?? [], form);
}

type Answered =
  | Exclude<Awaited<ReturnType<typeof viewForm>>, { kind: "read" }>
  | { kind: "invalid"; errors: Readonly<Record<string, string>> }
  | { kind: "conflict" }
  /** `at`: the page that comes next, from 0. `secret`: what opens the draft, for this browser alone. */
  | { kind: "saved"; at: number; secret: string };

type Answer = {
  secret: string | null;
  /** Which page it is: see `pagesOf`. */
  step: string;
  version: number;
  isBack: boolean;
  fields: Readonly<Record<string, string>>;
};

/**
 * Keeps the answer of one page until the form is sent. It is sealed by a secret that only the browser has: neither the
 * practice nor another holder of the link opens it (decisions/0900).
 */
export async function saveAnswer(
  app: AppContext,
  managed: Managed,
  { secret, step, version, isBack, fields }: Answer,
): Promise<Answered> {
  const view = await viewForm(app, managed);
  if (view.kind !== "read") return view;
  const form = await readForm(app.db.kysely);
  const pages = pagesOf(form);
  const page = pages.find(({ id }) => id === step);
  if (version !== form.version || !page) return { kind: "conflict" };
  const errors = pageErrors(page, fields);
  if (Object.keys(errors).length > 0 && !isBack) return { kind: "invalid", errors };
  const before = await readDraft(app, managed, secret);
  const own = before && secret ? secret : newSecret();
  const at = Math.min(Math.max(pages.indexOf(page) + (isBack ? -1 : 1), 0), pages.length - 1);
  const typed = Object.fromEntries(soundFields(page, errors).map((name) => [name, fields[name] ?? ""]));
  const draft = { version, fields: { ...before?.fields, ...typed } };
  await app.db.kysely
    .transaction()
    .execute((tx) => writeDraft(tx, { managed, secret: own, draft, now: app.clock.now() }));
  return { kind: "saved", at, secret: own };
}

const MOST_DRAFTS = 5;

type Written = { managed: Managed; secret: string; draft: FormDraft; now: number };

async function writeDraft(tx: Tx, { managed, secret, draft, now }: Written): Promise<void> {
  const id = hashOf(secret);
  const sealed = seal(keyFrom(secret), cellOf(id), JSON.stringify(draft));
  const { id: appointmentId } = managed.appointment;
  const { client_id } = await tx
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", appointmentId)
    .executeTakeFirstOrThrow();
  if (client_id === null) return;
  await tx
    .insertInto("health_drafts")
    .values({ id, appointment_id: appointmentId, client_id, sealed, saved_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ sealed, saved_at: now }))
    .execute();
  // Whoever has the link could begin one after the other.
  const older = await tx
    .selectFrom("health_drafts")
    .select("id")
    .where("appointment_id", "=", appointmentId)
    .where("id", "!=", id)
    .orderBy("saved_at", "desc")
    .orderBy("id")
    .execute();
  const over = older.slice(MOST_DRAFTS - 1).map((row) => row.id);
  if (over.length > 0) await tx.deleteFrom("health_drafts").where("id", "in", over).execute();
}

/** Drafts whose appointment has begun, or is cancelled. Returns how many. */
export async function destroyLateDrafts(app: Pick<AppContext, "db" | "clock">): Promise<number> {
  const db: Queries = app.db.kysely;
  const coming = db
    .selectFrom("appointments")
    .select("id")
    .where("starts_at", ">", app.clock.now())
    .where("status", "in", [CONFIRMED, PENDING]);
  const gone = await db.deleteFrom("health_drafts").where("appointment_id", "not in", coming).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

const EVERY = 5 * 60_000;

/** Destroys drafts once their appointment has begun. Returns a function that stops it. */
export function startDestroyingDrafts(app: AppContext): () => Promise<void> {
  return repeat(app, { every: EVERY, job: destroyLateDrafts, failed: "drafts of health forms could not be destroyed" });
}
