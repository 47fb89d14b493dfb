import { data, redirect } from "react-router";
import { type Fields, fieldsFrom, fieldsOf, versionFrom } from "#app/platform/form-fields.ts";
import type { EditReply } from "#app/ui/admin/edit-form.tsx";

/** A form of the admin area as it was sent: its fields, the version it was filled from, and which button was pressed. */
export type Sent = { fields: Fields; version: number; intent: string };

export async function sentTo(request: Request): Promise<Sent> {
  const { version, intent, ...fields } = fieldsFrom(await request.formData());
  return { fields, version: versionFrom(version), intent: intent ?? "save" };
}

type Refusal = Extract<EditReply, { kind: "invalid" }>["errors"];

/** Says what is wrong; what was typed stays. */
export function invalid({ fields, version }: Sent, errors: Refusal) {
  return data<EditReply>({ kind: "invalid", typed: typedOf({ fields, version }), errors }, { status: 422 });
}

/** Shows what somebody else saved in between beside what was typed. `theirs` in the shape of the form. */
export function stale({ fields }: Sent, { theirs, version }: { theirs: object; version: number }) {
  return data<EditReply>(
    { kind: "stale", typed: typedOf({ fields, version }), theirs: fieldsOf(theirs), version },
    { status: 409 },
  );
}

/** Shows what was typed as visitors will see it. */
export function previewed({ fields, version }: Sent) {
  return data<EditReply>({ kind: "preview", typed: typedOf({ fields, version }) });
}

/** Back to the page with its confirmation; the answer to a command that was refused is not shown, but thrown. */
export function saved(address: string) {
  return redirect(`${address}${address.includes("?") ? "&" : "?"}saved`, 303);
}

/** For what no page of ours asks: a record that is not there, or somebody who may not. */
export function refusedAs(kind: "unknown" | "forbidden"): Response {
  return kind === "unknown" ? new Response("Not found", { status: 404 }) : redirect("/", 303);
}

function typedOf({ fields, version }: Pick<Sent, "fields" | "version">): Fields {
  return { ...fields, version: String(version) };
}
