import { data } from "react-router";
import type { SentUpload } from "#app/media/busboy.gateway.server.ts";
import type { Upload } from "#app/media/pictures.server.ts";
import { refusedAs, saved } from "#app/routes/admin/edit-reply.ts";

export function uploadFrom({ fields, file }: SentUpload): Upload {
  return { file: file("file"), alt: fields.alt ?? "" };
}

/** The id of the file that the form showed, empty for none. A form that names none has shown no file that there is. */
export function seenIdFrom({ fields }: Pick<SentUpload, "fields">): string {
  return fields.shown ?? "not named";
}

const CHANGED =
  "Someone else has just changed this. To replace what is stored now, choose your file and send it again.";

type Outcome =
  | { kind: "changed" | "not-found" | "forbidden" | "conflict" }
  | { kind: "refused"; field: string; message: string };

/** The answer to an upload: its error beside the page's typed text; on success throws a redirect to `address`. */
export function uploadAnswer<Typed extends object>(
  outcome: Outcome,
  { typed, address, field = "file" }: { typed: Typed; address: string; field?: string },
) {
  if (outcome.kind === "changed") throw saved(address);
  if (outcome.kind === "conflict") return data({ ...typed, errors: { [field]: CHANGED } }, { status: 409 });
  if (outcome.kind !== "refused") throw refusedAs(outcome.kind);
  return data({ ...typed, errors: { [outcome.field]: outcome.message } }, { status: 422 });
}
