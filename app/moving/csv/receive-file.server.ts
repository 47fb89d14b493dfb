import { setImmediate as turn } from "node:timers/promises";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import { guessColumns, type ImportKind } from "#app/moving/csv/columns.ts";
import { rowsIn, UnreadableSheet } from "#app/moving/csv/csv-parse.gateway.server.ts";
import {
  type ImportRow,
  MOST_BLANK_ROWS,
  MOST_BYTES,
  MOST_COLUMNS,
  MOST_ROWS,
} from "#app/moving/csv/import-choices.ts";
import { deleteImport, insertImport, insertRows, markRead } from "#app/moving/csv/imports.db.server.ts";
import { cellsBy, RefusedRow } from "#app/moving/csv/person-cells.ts";
import { orderOf } from "#app/moving/csv/typed-moment.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, mayInPerson } from "#app/platform/permissions.ts";

const BATCH = 200;
// In characters: one statement stores no more than this and one row.
const BATCH_SIZE = 200_000;
const SAMPLES = 200;

type Sent = { kind: ImportKind; fileName: string; file: UploadedFile | null };

type ReceiveOutcome = { kind: "received"; id: string } | { kind: "refused"; message: string } | { kind: "forbidden" };

/**
 * Stores an uploaded list row by row, so that no file is left and any process can go on with it. Nothing of it is
 * imported before its owner has seen it.
 */
export async function receiveFile(
  app: AppContext,
  actor: Actor,
  { kind, fileName, file }: Sent,
): Promise<ReceiveOutcome> {
  if (!mayInPerson(actor, "change", "imports")) return { kind: "forbidden" };
  if (!file || file.size === 0) return refused("Choose a file");
  if (file.size > MOST_BYTES) return refused("Choose a file of 10 MB or less, or cut it in two");
  const id = newId();
  const rows = rowsIn(file);
  try {
    const headings = (await rows.next()).value ?? [];
    const problem = problemOf(headings);
    if (problem) return refused(problem);
    const choices = {
      columns: guessColumns(kind, headings),
      dates: "day-first",
      ...NO_NAMES,
      money: moneyIn(kind),
    } as const;
    const createdAt = app.clock.now();
    await insertImport(app.db.kysely, { id, kind, fileName, headings, choices, actor: actor.userId, createdAt });
    const { total, samples } = await storeRows(app, { id, kind, rows });
    if (total === 0) throw new RefusedRow("There are no rows under the headings");
    const dates = samples.map((cells) => dateIn(choices.columns, cells));
    await markRead(app.db.kysely, id, { total, choices: { ...choices, dates: orderOf(dates) } });
    return { kind: "received", id };
  } catch (error) {
    await deleteImport(app.db.kysely, id);
    if (error instanceof UnreadableSheet || error instanceof RefusedRow) return refused(error.message);
    throw error;
  } finally {
    await rows.return(undefined);
  }
}

const NO_NAMES = { services: {}, therapists: {}, reminds: false, existing: true, people: {} };

function moneyIn(kind: ImportKind) {
  return kind === "clients" || kind === "appointments" ? null : kind;
}

function problemOf(headings: readonly string[]): string | null {
  if (headings.every((heading) => heading === "")) return "The first row must hold the headings, and it is empty";
  if (headings.length > MOST_COLUMNS) return `Choose a file of ${MOST_COLUMNS} columns or fewer`;
  return null;
}

type Storing = { id: string; kind: ImportKind; rows: AsyncGenerator<string[]> };

async function storeRows(
  app: AppContext,
  { id, kind, rows }: Storing,
): Promise<{ total: number; samples: string[][] }> {
  const samples: string[][] = [];
  let batch: Pick<ImportRow, "number" | "cells">[] = [];
  let [number, total, blank, size] = [1, 0, 0, 0];
  for await (const cells of rows) {
    number += 1;
    const last = cells.findLastIndex((cell) => cell !== "");
    if (last >= MOST_COLUMNS) throw new RefusedRow(tooWide(number));
    if (last === -1) blank += 1;
    if (blank > MOST_BLANK_ROWS) throw new RefusedRow(tooBlank());
    if (last === -1) continue;
    total += 1;
    if (total > MOST_ROWS[kind]) throw new RefusedRow(tooMany(kind));
    if (samples.length < SAMPLES) samples.push(cells);
    batch.push({ number, cells });
    size += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < BATCH && size < BATCH_SIZE) continue;
    await insertRows(app.db.kysely, id, batch);
    await turn();
    [batch, size] = [[], 0];
  }
  await insertRows(app.db.kysely, id, batch);
  return { total, samples };
}

function dateIn(columns: readonly string[], cells: readonly string[]): string {
  const cell = cellsBy(columns, cells);
  return cell("date") || cell("since") || cell("time");
}

function tooMany(kind: ImportKind): string {
  return `Choose a file of ${MOST_ROWS[kind].toLocaleString("en-GB")} rows or fewer, or cut it in two`;
}

function tooWide(number: number): string {
  return `Row ${number.toLocaleString("en-GB")} has more than ${MOST_COLUMNS} cells. Save the list as CSV again, and upload that file`;
}

function tooBlank(): string {
  return `The file has more than ${MOST_BLANK_ROWS.toLocaleString("en-GB")} empty rows. Delete them, and upload it again`;
}

function refused(message: string): ReceiveOutcome {
  return { kind: "refused", message };
}
