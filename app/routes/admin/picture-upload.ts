import { data } from "react-router";
import type { Upload } from "#app/media/commands.server.ts";
import { refusedAs, saved } from "#app/routes/admin/editing/sent.ts";

/** What the form of a picture was sent with; a file that is missing has no bytes. */
export async function uploadFrom(form: FormData): Promise<Upload> {
  return { bytes: await fileFrom(form, "file"), alt: String(form.get("alt") ?? "") };
}

export async function fileFrom(form: FormData, name: string): Promise<Uint8Array> {
  const file = form.get(name);
  return new Uint8Array(file instanceof File ? await file.arrayBuffer() : []);
}

type Outcome = { kind: "changed" | "unknown" | "forbidden" } | { kind: "refused"; field: string; message: string };

/** Answers what came of an upload: what is wrong with it, beside what the page keeps; else back to `address`, thrown. */
export function uploadAnswer<Kept extends object>(
  outcome: Outcome,
  { kept, address }: { kept: Kept; address: string },
) {
  if (outcome.kind === "changed") throw saved(address);
  if (outcome.kind !== "refused") throw refusedAs(outcome.kind);
  return data({ ...kept, errors: { [outcome.field]: outcome.message } }, { status: 422 });
}
