import { setImmediate as turn } from "node:timers/promises";
import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import { isBookable, type Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { nobodyMet, placeClients } from "#app/clients/add-clients.server.ts";
import type { Client } from "#app/clients/client.ts";
import { clientsOf } from "#app/clients/clients.db.server.ts";
import { decideImported, type TakenTime } from "#app/diary/booking/book-for-practice.server.ts";
import { type AppointmentRow, readAppointmentRow } from "#app/moving/csv/appointment-row.ts";
import { type ClientRow, readClientRow } from "#app/moving/csv/client-row.ts";
import { clientOfRow, importedKeyOf } from "#app/moving/csv/import-appointment.server.ts";
import type { Import, ImportChoices, ImportRow } from "#app/moving/csv/import-choices.ts";
import { contactOf } from "#app/moving/csv/import-clients.server.ts";
import {
  decideMoney,
  isMoney,
  type MoneyKind,
  type MoneyRow,
  NO_OPENINGS,
  type Openings,
} from "#app/moving/csv/import-money.server.ts";
import { listKnownKeys, listRows } from "#app/moving/csv/imports.db.server.ts";
import { guessService, guessTherapist, namesChosen } from "#app/moving/csv/name-choices.ts";
import { cellsBy } from "#app/moving/csv/person-cells.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

const PIECE = 500;
const SAMPLE_ROWS = 8;
const MOST_NAMES = 50;
// An appointment is decided by several reads; a name is looked up by one.
const DECIDED_AT_ONCE = 20;
const MOST_UNMATCHED = 100;

/** A row as it would be stored. `duplicate`: the client or the appointment that is there already. */
export type LookedRow = { number: number; duplicate: { id: string | null; name: string | null } | null } & (
  | { kind: "client"; row: ClientRow }
  | { kind: "appointment"; row: AppointmentRow }
  | { kind: MoneyKind; row: MoneyRow }
);

/** `choice`: whom the owner chose; empty: nobody yet. */
export type Unmatched = { number: number; row: AppointmentRow; choice: string; candidates: Client[] };

/** What an import would do: counts over all rows, the first of each kind, and the names that need a choice. */
export type Look = {
  choices: ImportChoices;
  rows: LookedRow[];
  refused: { number: number; reason: string }[];
  /** Rows that several clients may be meant by, with all of them; the first of many. */
  unmatched: Unmatched[];
  counts: { added: number; known: number; refused: number; unmatched: number };
  /** New people of whom nothing says whether they have been here before. */
  undated: number;
  /** Of the rows that would be added, in pence. */
  totals: { creditPence: number; owedPence: number; pricePence: number; voucherPence: number; sessions: number };
  services: Service[];
  therapists: Therapist[];
};

/** Reads all rows of a waiting import as its choices say, and writes nothing. */
export async function lookAtImport(app: AppContext, job: Import, openings: Openings = NO_OPENINGS): Promise<Look> {
  const look: Look = {
    ...(await completeChoices(app, job)),
    ...{ rows: [], refused: [], unmatched: [], counts: { added: 0, known: 0, refused: 0, unmatched: 0 }, undated: 0 },
    totals: { creditPence: 0, owedPence: 0, pricePence: 0, voucherPence: 0, sessions: 0 },
  };
  if (isMoney(job.kind)) await lookAtMoney(app, { job, look, kind: job.kind, openings });
  else if (job.kind === "clients") await lookAtClients(app, { job, look });
  else await lookAtAppointments(app, { job, look });
  return look;
}

/** The choices with our guess for every name of a service or a therapist that nobody has chosen for. */
export async function completeChoices(
  app: AppContext,
  job: Pick<Import, "id" | "kind" | "choices">,
): Promise<Pick<Look, "choices" | "services" | "therapists">> {
  const { services: all, therapists } = await getCatalogue(app.db.kysely);
  const services = all.filter(isBookable);
  if (job.kind !== "appointments") return { choices: job.choices, services, therapists };
  const names = await namesIn(app, job);
  const choices = {
    ...job.choices,
    services: namesChosen(names.services, job.choices.services, (name) => guessService(name, services)),
    therapists: namesChosen(names.therapists, job.choices.therapists, (name) => guessTherapist(name, therapists)),
  };
  return { choices, services, therapists };
}

type Looking = { job: Import; look: Look };

async function lookAtClients(app: AppContext, { job, look }: Looking): Promise<void> {
  const met = nobodyMet();
  for await (const rows of piecesOf(app, job.id)) {
    const read = rows.flatMap(({ number, cells }) => {
      const outcome = readClientRow(cells, look.choices);
      if (outcome.kind === "read") return [{ number, row: outcome.row }];
      refuse(look, { number, reason: outcome.reason });
      return [];
    });
    const placed = await placeClients(
      app.db.kysely,
      read.map(({ row }) => contactOf(row)),
      met,
    );
    for (const [index, { id, isNew }] of placed.entries()) {
      const one = read[index];
      if (!one) continue;
      note(look, { ...one, kind: "client", duplicate: isNew ? null : { id, name: null } });
      if (isNew && !one.row.isDated) look.undated += 1;
    }
  }
  const known = await clientsOf(
    app.db.kysely,
    look.rows.flatMap(({ duplicate }) => duplicate?.id ?? []),
  );
  const nameOf = new Map(known.map(({ id, name }) => [id, name]));
  // A duplicate that stands earlier in the same file has no record yet.
  look.rows = look.rows.map((row) =>
    row.duplicate
      ? {
          ...row,
          duplicate: {
            id: nameOf.has(row.duplicate.id ?? "") ? row.duplicate.id : "",
            name: nameOf.get(row.duplicate.id ?? "") ?? null,
          },
        }
      : row,
  );
}

/** Decides of every row as the import will, with the times that the rows before it take. */
async function lookAtAppointments(app: AppContext, { job, look }: Looking): Promise<void> {
  const db = app.db.kysely;
  const { zone } = (await readSettings(db, app.log)).settings.bookingRules;
  const now = app.clock.now();
  const met = new Map<string, string>();
  const earlier: TakenTime[] = [];
  for await (const rows of piecesOf(app, job.id, DECIDED_AT_ONCE)) {
    const read = rows.map(({ number, cells }) => ({
      number,
      outcome: readAppointmentRow(cells, look.choices, { zone, now }),
    }));
    const keys = read.flatMap(({ outcome }) => (outcome.kind === "read" ? importedKeyOf(outcome.row).key : []));
    for (const { id, key } of await listKnownKeys(db, keys)) met.set(key, id);
    for (const { number, outcome } of read) {
      if (outcome.kind === "refused") {
        refuse(look, { number, reason: outcome.reason });
        continue;
      }
      const { row } = outcome;
      const imported = importedKeyOf(row);
      const id = met.get(imported.key);
      if (id !== undefined) {
        note(look, { number, row, kind: "appointment", duplicate: { id, name: row.name } });
        continue;
      }
      const choice = look.choices.people[number] ?? "";
      const whose = await clientOfRow(db, { appointment: row, choice });
      const booking = { ...row, clientId: null, waitsForClient: whose.kind === "several", imported };
      const decided = await decideImported(db, { app, booking, now, earlier });
      if (decided.kind === "refused") {
        refuse(look, { number, reason: decided.message });
        continue;
      }
      if (decided.kind === "free") earlier.push(decided.taken);
      met.set(imported.key, "");
      note(look, { number, row, kind: "appointment", duplicate: null });
      if (whose.kind === "several" || whose.id === null) look.undated += 1;
      await noteUnmatched(db, { look, number, row, choice });
    }
  }
}

type LookingAtMoney = Looking & { kind: MoneyKind; openings: Openings };

/** Decides of every row as the import will. A row that is twice in the file counts once. */
async function lookAtMoney(app: AppContext, { job, look, kind, openings }: LookingAtMoney): Promise<void> {
  const db = app.db.kysely;
  const { zone } = (await readSettings(db, app.log)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const met = new Set<string>();
  for await (const rows of piecesOf(app, job.id, DECIDED_AT_ONCE)) {
    for (const { number, cells } of rows) {
      const decided = await decideMoney(db, { kind, cells, choices: look.choices, today, openings });
      if (decided.kind === "refused") {
        refuse(look, { number, reason: decided.reason });
        continue;
      }
      const { row, clientId, key } = decided;
      const isTwice = met.has(key) && !decided.isKnown;
      const duplicate = decided.isKnown || isTwice ? { id: isTwice ? "" : clientId, name: row.name } : null;
      note(look, { number, row, kind, duplicate });
      if (duplicate === null) addTotals(look, row);
      met.add(key);
    }
  }
}

function addTotals({ totals }: Look, row: MoneyRow): void {
  if ("leftPence" in row) {
    totals.voucherPence += row.leftPence;
    totals.sessions += row.sessions ?? 0;
  } else if ("pence" in row) totals.pricePence += row.pence;
  else {
    totals.creditPence += row.creditPence;
    totals.owedPence += row.owedPence;
  }
}

type Met = { look: Look; number: number; row: AppointmentRow; choice: string };

async function noteUnmatched(db: Queries, { look, number, row, choice }: Met): Promise<void> {
  const whose = await clientOfRow(db, { appointment: row, choice: undefined });
  if (whose.kind === "one") return;
  if (choice === "") look.counts.unmatched += 1;
  if (look.unmatched.length >= MOST_UNMATCHED) return;
  look.unmatched.push({ number, row, choice, candidates: await clientsOf(db, whose.ids) });
}

function note(look: Look, row: LookedRow): void {
  look.counts[row.duplicate ? "known" : "added"] += 1;
  const alike = look.rows.filter(({ duplicate }) => (duplicate === null) === (row.duplicate === null));
  if (alike.length < SAMPLE_ROWS) look.rows.push(row);
}

function refuse(look: Look, row: { number: number; reason: string }): void {
  look.counts.refused += 1;
  if (look.refused.length < SAMPLE_ROWS) look.refused.push(row);
}

async function namesIn(
  app: AppContext,
  { id, choices }: Pick<Import, "id" | "choices">,
): Promise<{ services: string[]; therapists: string[] }> {
  const services = new Set<string>();
  const therapists = new Set<string>();
  for await (const rows of piecesOf(app, id)) {
    for (const { cells } of rows) {
      const cell = cellsBy(choices.columns, cells);
      services.add(cell("service"));
      therapists.add(cell("therapist"));
    }
  }
  return { services: sorted(services), therapists: sorted(therapists) };
}

function sorted(names: ReadonlySet<string>): string[] {
  return [...names]
    .filter(Boolean)
    .sort((one, other) => one.localeCompare(other, "en-GB"))
    .slice(0, MOST_NAMES);
}

/** In pieces, so that requests get their turn in between. */
async function* piecesOf(app: AppContext, id: string, most = PIECE): AsyncGenerator<ImportRow[]> {
  for (let after = 0; ; ) {
    const rows = await listRows(app.db.kysely, { id, after, most });
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.number ?? after;
    await turn();
  }
}
