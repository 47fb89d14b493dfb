import { data } from "react-router";
import type { SentUpload } from "#app/media/busboy.gateway.server.ts";
import type { Upload } from "#app/media/save-picture.server.ts";
import { refusedAs, saved } from "#app/routes/admin/edit-reply.ts";

export function uploadFrom({ fields, file }: SentUpload): Upload {
  return { file: file("file"), alt: fields.alt ?? "" };
}

type Outcome = { kind: "changed" | "unknown" | "forbidden" } | { kind: "refused"; field: string; message: string };

/** The answer to an upload: its error beside the page's typed text; on success throws a redirect to `address`. */
export function uploadAnswer<Typed extends object>(
  outcome: Outcome,
  { typed, address }: { typed: Typed; address: string },
) {
  if (outcome.kind === "changed") throw saved(address);
  if (outcome.kind !== "refused") throw refusedAs(outcome.kind);
  return data({ ...typed, errors: { [outcome.field]: outcome.message } }, { status: 422 });
}
