import { type Answers, HEALTH_FORM } from "#app/health/form.ts";
import type { FormState } from "#app/health/forms.server.ts";
import type { Withdrawal } from "#app/health/withdrawals.db.server.ts";
import { dayInWords } from "#app/platform/date-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
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

/** What was written on a form, and who answered for a child. */
export function WrittenAnswers({ answers: { words, guardian } }: { answers: Answers }) {
  return (
    <dl className="space-y-4">
      {writtenIn(words).map(({ title, text }) => (
        <div key={title}>
          <dt className="font-[650]">{title}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
      {guardian && (
        <div>
          <dt className="font-[650]">Under 16: a guardian answered and agreed</dt>
          <dd className="wrap-anywhere">
            {guardian.name}, {guardian.relation}
          </dd>
        </div>
      )}
    </dl>
  );
}

export function titlesOf(ids: readonly string[]): string[] {
  return HEALTH_FORM.sections
    .flatMap(({ questions }) => questions)
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title);
}

function writtenIn(words: Record<string, string>): { title: string; text: string }[] {
  return [
    ...HEALTH_FORM.words,
    ...HEALTH_FORM.sections.map((part) => ({ ...part.words, title: `${part.title}: more` })),
  ]
    .map(({ id, title }) => ({ title: title.replace(" (optional)", ""), text: words[id] ?? "" }))
    .filter(({ text }) => text !== "");
}
