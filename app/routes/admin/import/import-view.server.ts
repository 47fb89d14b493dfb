import type { Client } from "#app/clients/client.ts";
import { clientsOf, listByName } from "#app/clients/clients.db.server.ts";
import { fieldsOf, isNotes, isSensitive, leftOutBecause } from "#app/moving/csv/columns.ts";
import { type Import, KEPT_FOR, NOUNS } from "#app/moving/csv/import-choices.ts";
import type { MoneyRow } from "#app/moving/csv/import-money.server.ts";
import { countUndecided, listRefused, listRows, listUndecided } from "#app/moving/csv/imports.db.server.ts";
import { type Look, type LookedRow, lookAtImport } from "#app/moving/csv/look-at-import.server.ts";
import { openings } from "#app/payments/opening.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dateInWords, localeMoment } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

type Where = { zone: string; locale: string };

const SAMPLES = 3;
const MOST_REFUSED = 20;
const MOST_UNDECIDED = 50;

/** An import as its page shows it: what would happen, how far it is, or what happened. */
export async function viewImport(app: AppContext, job: Import, where: Where) {
  const { id, kind, fileName, total, added, known, refused } = job;
  const base = { id, kind, noun: NOUNS[kind], fileName, total, counts: { added, known, refused } };
  if (job.state === "waiting") return { ...base, state: "waiting" as const, look: await viewLook(app, job, where) };
  if (job.state !== "done") return { ...base, state: "running" as const };
  const rows = await listRefused(app.db.kysely, { id, after: 0, most: MOST_REFUSED });
  return {
    ...base,
    state: "done" as const,
    refused: rows.map(({ number, reason }) => ({ number, reason: reason ?? "" })),
    undecided: await viewUndecided(app, job, where),
    undecidedCount: await countUndecided(app.db.kysely, id),
    until: localeMoment((job.finishedAt ?? 0) + KEPT_FOR, where.zone, where.locale),
  };
}

export type ImportView = Awaited<ReturnType<typeof viewImport>>;
export type LookView = Awaited<ReturnType<typeof viewLook>>;

async function viewUndecided(app: AppContext, job: Import, { zone, locale }: Where) {
  const db = app.db.kysely;
  const waiting = await listUndecided(db, { id: job.id, most: MOST_UNDECIDED });
  const rows = [];
  for (const { number, start, title, name } of waiting) {
    const candidates = await clientsOf(db, await listByName(db, name ?? ""));
    const when = localeMoment(start, zone, locale);
    rows.push({
      number,
      name: name ?? "Unknown",
      what: `${when}, ${title}`,
      candidates: candidates.map(viewCandidate),
    });
  }
  return rows;
}

function viewCandidate({ id, name, email, phone }: Pick<Client, "id" | "name" | "email" | "phone">) {
  const known = [email, phone && readablePhone(phone)].filter(Boolean).join(", ");
  return { id, label: `${name ?? "Unknown"}, ${known || "no contact details"}` };
}

async function viewLook(app: AppContext, job: Import, where: Where) {
  const look = await lookAtImport(app, job, openings);
  const samples = await listRows(app.db.kysely, { id: job.id, after: 0, most: SAMPLES });
  const columns = job.headings.map((heading, index) => ({
    index,
    heading: heading || `Column ${index + 1}`,
    field: look.choices.columns[index] ?? "",
    examples: samples.map(({ cells }) => cells[index] ?? "").filter(Boolean),
  }));
  const headingOf = (index: number) => job.headings[index] ?? "";
  const notes = job.kind === "clients" ? columns.filter(({ index }) => isNotes(headingOf(index))) : [];
  const named = columns.filter(({ index, examples }) => headingOf(index) !== "" || examples.length > 0);
  return {
    columns: columns.filter(({ index }) => !isSensitive(headingOf(index)) && !notes.some((one) => one.index === index)),
    notes,
    leftOut: named
      .filter(({ field }) => field === "")
      .map(({ index, heading }) => ({ heading, reason: leftOutBecause(headingOf(index)) })),
    unmatched: look.unmatched.map(({ number, row, choice, candidates }) => ({
      number,
      choice,
      name: row.name ?? "Unknown",
      when: localeMoment(row.start, where.zone, where.locale),
      candidates: candidates.map(viewCandidate),
    })),
    fields: fieldsOf(job.kind).map(({ field, label }) => ({ field, label })),
    choices: look.choices,
    services: look.services.map(({ slug, title }) => ({ slug, title })),
    therapists: look.therapists.map(({ slug, name }) => ({ slug, name })),
    counts: look.counts,
    undated: look.undated,
    totals: totalsInWords(job, look),
    rows: look.rows.map((row) => ({
      ...viewRow(row, look, where),
      isUnmatched: look.unmatched.some(({ number, choice }) => number === row.number && choice === ""),
    })),
    refused: look.refused,
  };
}

/** What all new rows add up to, to compare with the other system. */
function totalsInWords({ kind }: Import, { totals }: Look): string {
  if (kind === "prices") return `In total ${priceInFull(totals.pricePence)}, shown as imported, outside your books.`;
  if (kind === "vouchers") {
    const sessions = totals.sessions > 0 ? `, ${totals.sessions} sessions among them` : "";
    return `In total ${priceInFull(totals.voucherPence)} not used yet${sessions}. Compare it with your other system.`;
  }
  if (kind !== "balances") return "";
  return `In total ${priceInFull(totals.creditPence)} of credit and ${priceInFull(totals.owedPence)} owed.`;
}

function viewRow({ number, duplicate, ...read }: LookedRow, { choices, services, therapists }: Look, where: Where) {
  const { name, email, phone } = read.row;
  const person = { name: name ?? "Unknown", email: email ?? "", phone: phone ? readablePhone(phone) : "" };
  const base = { number, duplicate, ...person, details: "" };
  if (read.kind === "client") {
    const blocked = read.row.isBlocked ? "blocked" : "";
    const since = read.row.since && dateInWords(read.row.since, { day: "numeric", month: "short", year: "numeric" });
    return {
      ...base,
      details: [since, read.row.isExisting ? "" : "first visit to come", blocked, read.row.note]
        .filter(Boolean)
        .join(". "),
    };
  }
  if (!("start" in read.row)) return { ...base, details: moneyInWords(read.row) };
  const { start, service, minutes, therapist } = read.row;
  const title = services.find(({ slug }) => slug === service)?.title ?? service;
  const giver = therapists.find(({ slug }) => slug === therapist)?.name ?? "whoever is free";
  const details = [localeMoment(start, where.zone, where.locale), title, minutes && `${minutes} min`, giver];
  return { ...base, details: details.filter(Boolean).join(", "), dates: choices.dates };
}

function moneyInWords(row: MoneyRow): string {
  if ("leftPence" in row) {
    const what = row.sessions === null ? "Voucher" : row.title || "Course";
    const left = row.sessions === null ? "" : `${row.sessions} sessions, `;
    const ending = row.code ? `ending ${row.code.slice(-4)}` : "";
    const until = row.expiresOn
      ? `until ${dateInWords(row.expiresOn, { day: "numeric", month: "short", year: "numeric" })}`
      : "";
    return [[what, ending].filter(Boolean).join(" "), `${left}${priceInFull(row.leftPence)} left`, until]
      .filter(Boolean)
      .join(", ");
  }
  if ("pence" in row)
    return `${dateInWords(row.day, { day: "numeric", month: "short", year: "numeric" })}, ${row.text}, ${priceInFull(row.pence)}`;
  const credit = row.creditPence > 0 ? `${priceInFull(row.creditPence)} of credit` : "";
  return [credit, row.owedPence > 0 ? `owes ${priceInFull(row.owedPence)}` : "", row.reference]
    .filter(Boolean)
    .join(", ");
}
