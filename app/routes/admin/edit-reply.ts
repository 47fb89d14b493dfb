import { data, redirect, redirectDocument } from "react-router";
import { type Fields, fieldsFrom, fieldsOf, versionFrom } from "#app/platform/form-fields.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import type { EditReply } from "#app/ui/admin/edit-form.tsx";

/** A sent admin form: its fields, the version it was filled from, and the pressed button. */
export type Sent = { fields: Fields; version: number; intent: string };

export async function sentTo(request: Request): Promise<Sent> {
  const { version, intent, ...fields } = fieldsFrom(await readFormBody(request));
  return { fields, version: versionFrom(version), intent: intent ?? "save" };
}

type Refusal = Extract<EditReply, { kind: "invalid" }>["errors"];

/** Shows the errors; the typed text stays. */
export function invalid({ fields, version }: Sent, errors: Refusal) {
  return data<EditReply>({ kind: "invalid", typed: typedOf({ fields, version }), errors }, { status: 422 });
}

/** Shows somebody else's save beside the typed text. `theirs` in the shape of the form. */
export function stale({ fields }: Sent, { theirs, version }: { theirs: object; version: number }) {
  return data<EditReply>(
    { kind: "conflict", typed: typedOf({ fields, version }), theirs: fieldsOf(theirs), version },
    { status: 409 },
  );
}

export function previewed({ fields, version }: Sent) {
  return data<EditReply>({ kind: "preview", typed: typedOf({ fields, version }) });
}

/** A redirect back to the page with its confirmation: throw it, as an action returns refusals only. */
export function saved(address: string) {
  return redirect(`${address}${address.includes("?") ? "&" : "?"}saved`, 303);
}

/** For requests that no page of ours sends: an unknown record, or a user without the right. */
export function refusedAs(kind: "not-found" | "forbidden"): Response {
  return kind === "not-found" ? new Response("Not found", { status: 404 }) : redirect("/admin/no-access", 303);
}

/**
 * To the page that asks again who they are, which leads back to where they were. Our own buttons ask before they send
 * (`ConfirmGate`), so nothing typed is on the way; nothing was changed.
 */
export function unconfirmed(request: Request): Response {
  const from = URL.parse(request.headers.get("Referer") ?? "");
  const here = new URL(request.url);
  const back = from && from.host === here.host ? from.pathname + from.search : here.pathname + here.search;
  const query = new URLSearchParams({ back: back.replace(/\.data(?=\?|$)/, "") });
  return redirectDocument(`/account/confirm?${query}`, 303);
}

function typedOf({ fields, version }: Pick<Sent, "fields" | "version">): Fields {
  return { ...fields, version: String(version) };
}
