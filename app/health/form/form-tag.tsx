import type { FormState } from "#app/health/form/forms.server.ts";
import type { Withdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { dayInWords } from "#app/platform/date-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** That there is a form, and whether to call first; never what it says. */
export function FormTag({ state }: { state: FormState }) {
  return <StatusTag look={state === "done" ? "plain" : "waiting"}>{FORM_WORDS[state]}</StatusTag>;
}

export const FORM_WORDS: Record<FormState, string> = {
  done: "Health form done",
  missing: "Health form missing",
  call: "Call first",
  withdrawn: "Consent withdrawn",
};

type WithdrawalView = { on: string; until: string };

export function withdrawalInWords({ at, keptUntil }: Withdrawal, zone: string): WithdrawalView {
  return { on: dayInWords(localDateOf(at, zone), { year: true }), until: dayInWords(keptUntil, { year: true }) };
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
