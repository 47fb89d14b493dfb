import type { Tables } from "#app/platform/database/tables.ts";

/** Every column that a client's own key seals, and the columns that name its row and its client. */
export type SealedColumn = { table: keyof Tables; column: string; row: string; client: string };

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "health_answers", column: "sealed", row: "id", client: "client_id" },
  { table: "health_answers", column: "flags_sealed", row: "id", client: "client_id" },
  { table: "treatment_notes", column: "sealed", row: "id", client: "client_id" },
  { table: "note_amendments", column: "sealed", row: "id", client: "client_id" },
];
