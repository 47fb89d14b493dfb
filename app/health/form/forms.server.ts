import { CANCELLED, CONFIRMED, PENDING } from "#app/appointments/appointment.ts";
import { isStanding } from "#app/appointments/appointments.db.server.ts";
import type { Managed } from "#app/appointments/requests/manage-link.ts";
import { clientsWithin, lockClient } from "#app/clients/clients.db.server.ts";
import { asTreating, logAccess, type Refused, treatedBy, whoReads } from "#app/health/access.server.ts";
import { consentWords } from "#app/health/form/consent.ts";
import { type Answers, type Flags, flagsOf, type HealthForm, readAnswers } from "#app/health/form/form.ts";
import { readForm, readForms } from "#app/health/form/versions.server.ts";
import { callFirst, formRequest } from "#app/health/health.mail.tsx";
import {
  endWithdrawals,
  getWithdrawal,
  listWithdrawn,
  type Withdrawal,
} from "#app/health/keeping/withdrawals.db.server.ts";
import { healthState, openRecord, openRecords, sealRecord } from "#app/health/record-key.server.ts";
import { enqueue, enqueueOnce, onceId } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { countsFrom, keptFor } from "#app/settings/health.ts";

const answersIn = (row: string) => ({ table: "health_answers", column: "sealed", row });
const flagsIn = (row: string) => ({ table: "health_answers", column: "flags_sealed", row });

type Shut = { kind: "not-found" } | { kind: "shut" } | { kind: "cancelled" } | { kind: "over" };

/**
 * `last`: when they last sent a form that still counts (epoch ms); null: they have to fill one in. `withdrawnAt`: since
 * when their consent is withdrawn.
 */
export type FormView = Shut | { kind: "read"; last: number | null; isDone: boolean; withdrawnAt: number | null };

/** What whoever has a booking's link may see: whether there is a form, never an answer. */
export async function viewForm(app: AppContext, managed: Managed): Promise<FormView> {
  const found = await findFor(app, app.db.kysely, { managed, rules: await readRules(app) });
  if (found.kind !== "ready") return found;
  const { last, isChecked, clientId } = found;
  const withdrawal = last ? null : await getWithdrawal(app.db.kysely, clientId);
  return {
    kind: "read",
    withdrawnAt: withdrawal?.at ?? null,
    last: last?.sentAt ?? null,
    isDone: isChecked || last?.appointmentId === managed.appointment.id,
  };
}

type SentForm =
  | Shut
  | { kind: "invalid"; errors: Record<string, string> }
  /** The practice asks other questions since the page was opened. */
  | { kind: "conflict" }
  /** `isUrgent`: they call before they come. */
  | { kind: "sent"; isUrgent: boolean };

/** Seals what a client answered, with what they agreed to. The latest form counts. */
export async function sendForm(
  app: AppContext,
  managed: Managed,
  fields: Readonly<Record<string, string>>,
): Promise<SentForm> {
  const before = await viewForm(app, managed);
  if (before.kind !== "read") return before;
  const form = await readForm(app.db.kysely);
  if (Number(fields.version) !== form.version) return { kind: "conflict" };
  const read = readAnswers(form, fields);
  if (read.kind === "invalid") return read;
  const { settings } = await readPractice(app);
  const rules = await readRules(app);
  const { about, box } = consentWords({ practice: settings.business.name, ...keptFor(settings.health) });
  return app.db.kysely.transaction().execute(async (tx): Promise<SentForm> => {
    const found = await findFor(app, tx, { managed, rules });
    if (found.kind !== "ready") return found;
    const { clientId } = found;
    // A consent and its withdrawal take their turns.
    if (!(await lockClient(tx, clientId))) return { kind: "not-found" };
    const now = app.clock.now();
    const { id: appointmentId } = managed.appointment;
    await endWithdrawals(tx, clientId, now);
    const { answers } = read;
    const stored = { clientId, appointmentId, form, answers, wording: `${about} ${box}`, at: now, paper: null };
    const { id, flags } = await storeAnswers(app, tx, stored);
    await destroyDrafts(tx, managed);
    const isUrgent = flags.call.length > 0;
    if (isUrgent) await enqueue(tx, [callFirst.message({ kind: callFirst.id, id }, { appointmentId })], now);
    return { kind: "sent", isUrgent };
  });
}

type StoredAnswers = {
  clientId: string;
  /** Empty: it was filled in for none. */
  appointmentId: string;
  form: HealthForm;
  answers: Answers;
  /** What they agreed to, as they read it. */
  wording: string;
  /** When they did (epoch ms). */
  at: number;
  /** The date on the paper, and who typed it in when; null: the client sent it. */
  paper: { on: string; by: string; at: number } | null;
};

/** Seals what was answered, beside the consent that was given with it. */
export async function storeAnswers(
  app: AppContext,
  tx: Tx,
  stored: StoredAnswers,
): Promise<{ id: string; flags: Flags }> {
  const { clientId, appointmentId, form, answers, wording, at, paper } = stored;
  const [id, flags] = [newId(), flagsOf(form, answers)];
  const cells = [
    { cell: answersIn(id), value: answers },
    { cell: flagsIn(id), value: flags },
  ];
  const [sealed = "", flagsSealed = ""] = await sealRecord(app, tx, clientId, ...cells);
  await tx
    .insertInto("health_answers")
    .values({
      ...{ id, client_id: clientId, appointment_id: appointmentId, form_version: form.version },
      ...{ sealed, flags_sealed: flagsSealed, sent_at: at, withdrawal_id: null },
      ...{ paper_on: paper?.on ?? null, typed_by: paper?.by ?? null, typed_at: paper?.at ?? null },
    })
    .execute();
  const consent = { id: newId(), client_id: clientId, answers_id: id, wording, given_at: at };
  await tx.insertInto("health_consents").values(consent).execute();
  return { id, flags };
}

/** One press before a later appointment: the form that they sent still holds. */
export async function confirmUnchanged(app: AppContext, managed: Managed): Promise<Shut | { kind: "confirmed" }> {
  const rules = await readRules(app);
  return app.db.kysely.transaction().execute(async (tx) => {
    const found = await findFor(app, tx, { managed, rules });
    if (found.kind !== "ready") return found;
    const { clientId, last } = found;
    if (!last) return { kind: "not-found" as const };
    const { id } = managed.appointment;
    await writeCheck(tx, { appointmentId: id, clientId, answersId: last.id, at: app.clock.now(), notedBy: null });
    await destroyDrafts(tx, managed);
    return { kind: "confirmed" as const };
  });
}

/** Whoever treats the client writes down that they said so at the appointment. What they pressed themselves stays. */
export async function noteUnchanged(
  app: AppContext,
  actor: Actor,
  appointmentId: string,
): Promise<{ kind: "saved" } | Refused> {
  const rules = await readRules(app);
  return asTreating(app, actor, async (tx, { therapistId, name }, now) => {
    const row = await tx
      .selectFrom("appointments")
      .select("client_id as clientId")
      .where("id", "=", appointmentId)
      .where("therapist_id", "=", therapistId)
      .where(isStanding)
      .executeTakeFirst();
    const clientId = row?.clientId ?? null;
    if (clientId === null || !(await lockClient(tx, clientId))) return { kind: "not-found" };
    const last = (await listLatest(tx, [clientId])).get(clientId);
    if (!last || !isValid(last, now, rules)) return { kind: "not-found" };
    if ((await getCheck(tx, appointmentId))?.answersId === last.id) return { kind: "saved" };
    await writeCheck(tx, { appointmentId, clientId, answersId: last.id, at: now, notedBy: name });
    return { kind: "saved" };
  });
}

type Check = { answersId: string; at: number; notedBy: string | null };

async function writeCheck(
  tx: Tx,
  { appointmentId, clientId, answersId, at, notedBy }: Check & { appointmentId: string; clientId: string },
): Promise<void> {
  const check = { answers_id: answersId, at, noted_by: notedBy };
  await tx
    .insertInto("health_checks")
    .values({ appointment_id: appointmentId, client_id: clientId, ...check })
    .onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(check))
    .execute();
}

/** That nothing has changed since a form which is not frozen, said before this appointment; null: nobody did. */
export async function getCheck(db: Queries, appointmentId: string): Promise<Check | null> {
  const row = await db
    .selectFrom("health_checks")
    .innerJoin("health_answers", "health_answers.id", "health_checks.answers_id")
    .select(["answers_id as answersId", "at", "noted_by as notedBy"])
    .where("health_checks.appointment_id", "=", appointmentId)
    .where("withdrawal_id", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Once a form is sent or still holds, nothing is half finished any more, in no browser. */
async function destroyDrafts(tx: Tx, { appointment }: Managed): Promise<void> {
  await tx.deleteFrom("health_drafts").where("appointment_id", "=", appointment.id).execute();
}

type Sent = {
  id: string;
  clientId: string;
  appointmentId: string;
  version: number;
  sentAt: number;
  paperOn: string | null;
  typedBy: string | null;
  sealed: string;
  flagsSealed: string;
};
type Ready = { kind: "ready"; clientId: string; last: Sent | null; isChecked: boolean };

/** Read before a transaction begins: within it another connection would wait for this one. */
async function readRules(app: AppContext) {
  const { bookingRules, health } = (await readPractice(app)).settings;
  return { state: await healthState(app), zone: bookingRules.zone, renewal: health.renewal };
}

type Finding = { managed: Managed; rules: Awaited<ReturnType<typeof readRules>> };

async function findFor(app: AppContext, db: Queries, { managed, rules }: Finding): Promise<Shut | Ready> {
  const { appointment, over } = managed;
  const { state } = rules;
  if (state === "off") return { kind: "not-found" };
  if (appointment.status === CANCELLED) return { kind: "cancelled" };
  if (over) return { kind: "over" };
  if (state === "shut") return { kind: "shut" };
  const row = await db
    .selectFrom("appointments")
    .leftJoin("health_checks", "health_checks.appointment_id", "appointments.id")
    .select(["appointments.client_id", "health_checks.answers_id"])
    .where("appointments.id", "=", appointment.id)
    .executeTakeFirst();
  // Unconfirmed: nobody knows yet whose it is.
  if (!row?.client_id) return { kind: "not-found" };
  const latest = (await listLatest(db, [row.client_id])).get(row.client_id);
  const last = latest && isValid(latest, app.clock.now(), rules) ? latest : null;
  return {
    kind: "ready",
    clientId: row.client_id,
    last,
    isChecked: row.answers_id !== null && row.answers_id === last?.id,
  };
}

type Renewing = Pick<Awaited<ReturnType<typeof readRules>>, "zone" | "renewal">;

/** An older form is asked for anew. */
function isValid({ sentAt }: Pick<Sent, "sentAt">, now: number, { zone, renewal }: Renewing): boolean {
  const from = countsFrom(localDateOf(now, zone), renewal);
  return from === null || sentAt >= startOfDay(from, zone);
}

/** The form that each client sent last. */
async function listLatest(db: Queries, clientIds: readonly string[]): Promise<Map<string, Sent>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("health_answers")
    .select(["id", "client_id as clientId", "appointment_id as appointmentId", "sent_at as sentAt"])
    .select(["paper_on as paperOn", "typed_by as typedBy"])
    .select(["form_version as version", "sealed", "flags_sealed as flagsSealed"])
    .where("client_id", "in", [...clientIds])
    .where("withdrawal_id", "is", null)
    .orderBy("sent_at")
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.clientId, row]));
}

/** `check`: something in it is to be read first. Reception, and an owner who treats nobody, read "done" then. */
export type FormState = "done" | "missing" | "call" | "check" | "withdrawn";

/** By client, as this actor learns it; without one, as everyone here does. Empty while health is off or shut. */
export async function formStates(
  app: AppContext,
  clientIds: readonly (string | null)[],
  actor?: Actor,
): Promise<Record<string, FormState>> {
  const ids = [...new Set(clientIds.filter((id) => id !== null))];
  if (ids.length === 0 || (await healthState(app)) !== "on") return {};
  const db = app.db.kysely;
  const { bookingRules, health } = (await readPractice(app)).settings;
  const rules = { zone: bookingRules.zone, renewal: health.renewal };
  const latest = await listLatest(db, ids);
  const withdrawn = await listWithdrawn(db, ids);
  const sent = [...latest.values()];
  const opened = await openRecords(
    app,
    db,
    sent.map((one) => ({ clientId: one.clientId, cell: flagsIn(one.id), sealed: one.flagsSealed })),
  );
  const raising = (...flags: (keyof Flags)[]) =>
    sent
      .filter((_, at) => flags.some((flag) => (opened[at] as Flags | null)?.[flag].length))
      .map((one) => one.clientId);
  const urgent = new Set(raising("call"));
  const toRead = new Set(actor ? await treatedBy(db, actor, raising("check", "avoid")) : []);
  const now = app.clock.now();
  return Object.fromEntries(
    ids.map((id) => {
      const one = latest.get(id);
      const isDone = one !== undefined && isValid(one, now, rules);
      if (withdrawn.has(id)) return [id, "withdrawn"];
      return [id, !isDone ? "missing" : urgent.has(id) ? "call" : toRead.has(id) ? "check" : "done"];
    }),
  );
}

/** The same by appointment. */
export async function formStatesOf(
  app: AppContext,
  appointmentIds: readonly string[],
  actor?: Actor,
): Promise<Record<string, FormState>> {
  if (appointmentIds.length === 0 || (await healthState(app)) !== "on") return {};
  const rows = await app.db.kysely
    .selectFrom("appointments")
    .select(["id", "client_id"])
    .where("id", "in", [...appointmentIds])
    .execute();
  const states = await formStates(
    app,
    rows.map(({ client_id }) => client_id),
    actor,
  );
  const known = rows.map(({ id, client_id }) => [id, client_id && states[client_id]] as const);
  return Object.fromEntries(known.filter(([, state]) => state)) as Record<string, FormState>;
}

type OpenedForm =
  | { kind: "not-found" }
  | { kind: "shut" }
  /** `answers` null: they were changed or moved, and can't be opened. `form` null: none was sent, or it is withdrawn. */
  | {
      kind: "opened";
      client: { id: string; name: string };
      withdrawal?: Withdrawal;
      form: OpenedAnswers | null;
    };

/** `questions`: as they read when this form was answered. */
type OpenedAnswers = Pick<HealthForm, "version" | "questions"> & {
  sentAt: number;
  /** The date on the paper that it was typed from, and by whom. */
  paper: { on: string; by: string } | null;
  answers: Answers | null;
  flags: Flags | null;
  checkedAt: number | null;
  /** The therapist who wrote that down; null: the client pressed it. */
  checkNotedBy: string | null;
};

/** The form as whoever treats this client reads it. The opening is written down, for the client to see. */
export async function openForm(app: AppContext, actor: Actor, clientId: string): Promise<OpenedForm> {
  const state = await healthState(app);
  if (state === "off") return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<OpenedForm> => {
    const reading = await whoReads(tx, actor, { clientId, now: app.clock.now() });
    if (!reading) return { kind: "not-found" };
    const scope = reading.emergencyUntil === null ? { therapistId: reading.therapistId } : "all";
    const [client] = await clientsWithin(tx, [clientId], scope);
    if (!client || client.erasedAt !== null) return { kind: "not-found" };
    if (state === "shut") return { kind: "shut" };
    const known = { id: client.id, name: client.name ?? "Unknown" };
    const withdrawal = await getWithdrawal(tx, clientId);
    if (withdrawal) return { kind: "opened", client: known, withdrawal, form: null };
    const last = (await listLatest(tx, [clientId])).get(clientId);
    if (!last) return { kind: "opened", client: known, form: null };
    const [answers, flags] = await openRecord(app, tx, clientId, [
      { cell: answersIn(last.id), sealed: last.sealed },
      { cell: flagsIn(last.id), sealed: last.flagsSealed },
    ]);
    const version = (await readForms(tx, [last.version])).get(last.version);
    const check = await tx
      .selectFrom("health_checks")
      .select(["at", "noted_by as notedBy"])
      .where("client_id", "=", clientId)
      .where("answers_id", "=", last.id)
      .orderBy("at", "desc")
      .limit(1)
      .executeTakeFirst();
    const { userId, name } = reading;
    await logAccess(tx, { clientId, at: app.clock.now(), userId, name, what: "form", subjectId: last.id });
    return {
      kind: "opened",
      client: known,
      form: {
        ...{ version: last.version, questions: version?.questions ?? [] },
        sentAt: last.sentAt,
        paper: last.paperOn === null ? null : { on: last.paperOn, by: last.typedBy ?? "Unknown" },
        answers: answers as Answers | null,
        flags: flags as Flags | null,
        checkedAt: check?.at ?? null,
        checkNotedBy: check?.notedBy ?? null,
      },
    };
  });
}

/** How many clients `requestForms` would ask now. */
export async function countMissingForms(app: AppContext): Promise<number> {
  return (await listMissingForms(app, app.db.kysely, await readRules(app))).length;
}

/** Asks everyone with a coming appointment for their form by mail, once before each. */
export async function requestForms(
  app: AppContext,
  actor: Actor,
): Promise<{ kind: "sent"; count: number } | { kind: "forbidden" }> {
  const rules = await readRules(app);
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }) => {
    const ids = await listMissingForms(app, tx, rules);
    for (const appointmentId of ids)
      await enqueueOnce(tx, formRequest.message(aboutAppointment(appointmentId), { appointmentId }), now);
    if (ids.length > 0) await noted("setting.change", { kind: "setting", id: "health" }, { requests: ids.length });
    return { kind: "sent" as const, count: ids.length };
  });
}

/** The next appointment of each client who has an address, no form that counts, and was not asked before it. */
async function listMissingForms(app: AppContext, db: Queries, rules: Finding["rules"]): Promise<string[]> {
  if (rules.state !== "on") return [];
  const now = app.clock.now();
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "client_id"])
    .where("status", "in", [CONFIRMED, PENDING])
    .where("starts_at", ">", now)
    .where("client_id", "is not", null)
    .where("email", "is not", null)
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .execute();
  const next = new Map(rows.map(({ id, client_id }) => [client_id ?? "", id]));
  const latest = await listLatest(db, [...next.keys()]);
  const withdrawn = await listWithdrawn(db, [...next.keys()]);
  const open = [...next].filter(([clientId]) => {
    const last = latest.get(clientId);
    return !withdrawn.has(clientId) && !(last && isValid(last, now, rules));
  });
  const ids = open.map(([, id]) => requestIdOf(id));
  const sent = await db.selectFrom("outbox").select("id").where("id", "in", ids).execute();
  const known = new Set(sent.map(({ id }) => id));
  return open.flatMap(([, id]) => (known.has(requestIdOf(id)) ? [] : [id]));
}

const aboutAppointment = (appointmentId: string) => ({ kind: "appointment", id: appointmentId }) as const;
const requestIdOf = (appointmentId: string) =>
  onceId({ kind: formRequest.id, subject: aboutAppointment(appointmentId) });
