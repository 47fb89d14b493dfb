import { href, Link } from "react-router";
import type { FormState } from "#app/health/form/forms.server.ts";
import type { Withdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { dayInWords, localDateOf, shortMoment } from "#app/platform/date-time.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/**
 * That there is a form, and whether to call or to read it first; never what it says. `readOf`: the client, for whoever
 * may open it.
 */
export function FormTag({ state, readOf }: { state: FormState; readOf?: { id: string; name: string | null } | null }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 self-center">
      <StatusTag look={state === "done" ? "plain" : "waiting"}>{FORM_WORDS[state]}</StatusTag>
      {readOf && (state === "call" || state === "check") && (
        <Link
          to={href("/admin/clients/:id/form", { id: readOf.id })}
          className="prose-link inline-flex min-h-11 items-center"
        >
          Read<span className="sr-only"> the form of {readOf.name ?? "this client"}</span>
        </Link>
      )}
    </span>
  );
}

export const FORM_WORDS: Record<FormState, string> = {
  done: "Health form done",
  missing: "Health form missing",
  call: "Call first",
  check: "Read the form first",
  withdrawn: "Consent withdrawn",
};

type WithdrawalView = { on: string; until: string };

export function withdrawalInWords({ at, keptUntil }: Withdrawal, zone: string): WithdrawalView {
  return { on: dayInWords(localDateOf(at, zone), { year: true }), until: dayInWords(keptUntil, { year: true }) };
}

/** `Nothing has changed, they said Tue 24 Nov, 10:30, noted by Imogen` */
export function checkInWords({ at, notedBy }: { at: number; notedBy: string | null }, zone: string): string {
  return `Nothing has changed, they said ${shortMoment(at, zone)}${notedBy === null ? "" : `, noted by ${notedBy}`}`;
}

/** All that the practice still sees of a record whose client has withdrawn their consent. */
export function WithdrawnNotice({ on, until }: WithdrawalView) {
  return (
    <Notice tone="warning" className="mb-6">
      Consent withdrawn on {on}. The record is hidden from everyone here, and kept until {until} for claims. A new form
      from the client begins a new record.
    </Notice>
  );
}

/** In place of every page of a record while the health key is missing. */
export function ShutRecord({ title }: { title: string }) {
  return (
    <>
      <PageHeading title={title} />
      <Notice tone="danger">The health record is shut, because its key is missing. Nothing is lost.</Notice>
    </>
  );
}

/** In place of what asks for a reason, for whoever signs in with a password alone. */
export function CodeFirst() {
  return (
    <Notice tone="warning" className="my-4">
      A password alone is not enough here. Set up a sign-in code or a passkey first, then come back.{" "}
      <Link to={href("/account")} className="prose-link">
        Open your account
      </Link>
    </Notice>
  );
}
