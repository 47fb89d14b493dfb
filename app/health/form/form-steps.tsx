import type { ReactNode } from "react";
import type { HealthForm } from "#app/health/form/form.ts";
import { AgeFields, AllQuestions, ConsentFields, QuestionField } from "#app/health/form/form-fields.tsx";
import { AGE, CONSENT, minutesLeft, pagesOf } from "#app/health/form/steps.ts";
import { Button } from "#app/ui/controls.tsx";

type Fields = Readonly<Record<string, string>>;
type Consent = { about: string; box: string };
type Props = { form: HealthForm; typed: Fields; errors: Fields; consent: Consent };

/**
 * One page and the ways on and back. Each is a press of the form, so it works without a script, and Enter goes on. What
 * is typed is never kept by the browser itself.
 */
export function FormStep({ form, step, typed, errors, consent }: Props & { step: string }) {
  const pages = pagesOf(form);
  const nth = pages.findIndex(({ id }) => id === step);
  const questions = pages[nth]?.questions ?? [];
  const left = minutesLeft(pages, nth);
  return (
    <StepForm version={form.version} step={step}>
      <p className="text-ink-soft">
        <span aria-hidden="true" className="form-bar">
          {pages.map(({ id }, at) => (
            <span key={id} className={at <= nth ? "is-done" : undefined} />
          ))}
        </span>
        {headingOf(step, questions[0]?.group)}: {nth + 1} of {pages.length}, about{" "}
        {left === 1 ? "a minute" : `${left} minutes`} left
      </p>
      {questions.map((question) => (
        <QuestionField key={question.id} question={question} typed={typed} errors={errors} />
      ))}
      {step === AGE && <AgeFields typed={typed} errors={errors} />}
      {step === CONSENT && <ConsentFields consent={consent} error={errors.consent} />}
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value={step === CONSENT ? "send" : "next"}>
          {step === CONSENT ? "Send" : "Next"}
        </Button>
        {nth > 0 && (
          <Button name="intent" value="back" look="outline">
            Back
          </Button>
        )}
      </div>
    </StepForm>
  );
}

function headingOf(step: string, group: string | undefined): string {
  return step === CONSENT ? "Your consent" : (group ?? "Who answers");
}

/** All of it on one page, for whoever would rather see the whole. */
export function WholeForm({ form, typed, errors, consent }: Props) {
  return (
    <StepForm version={form.version}>
      <AllQuestions form={form} typed={typed} errors={errors} />
      <section aria-label="Your consent" className="space-y-4">
        <h2 className="text-xl">Your consent</h2>
        <ConsentFields consent={consent} error={errors.consent} />
        <Button name="intent" value="send">
          Send
        </Button>
      </section>
    </StepForm>
  );
}

function StepForm({ version, step, children }: { version: number; step?: string; children: ReactNode }) {
  return (
    <form method="post" className="measure mt-6 space-y-4" noValidate data-unsent="never">
      <input type="hidden" name="version" value={version} />
      {step && <input type="hidden" name="step" value={step} />}
      {children}
    </form>
  );
}
