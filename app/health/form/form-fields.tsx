import type { ReactNode } from "react";
import { groupsOf, type HealthForm, type Question } from "#app/health/form/form.ts";
import { Field, FieldError, TextArea } from "#app/ui/field.tsx";

type Typed = { typed: Readonly<Record<string, string>>; errors: Readonly<Record<string, string>> };

/** Every question under its heading, and who answers: all of the form but the consent. */
export function AllQuestions({ form, typed, errors }: Typed & { form: Pick<HealthForm, "questions"> }) {
  return (
    <>
      {groupsOf(form).map(({ title, questions }) => (
        <section key={`${title} ${questions[0]?.id}`} aria-label={title} className="space-y-4">
          <h2 className="text-xl">{title}</h2>
          {questions.map((one) => (
            <QuestionField key={one.id} question={one} typed={typed} errors={errors} />
          ))}
        </section>
      ))}
      <section aria-label="Who answers" className="space-y-4">
        <h2 className="text-xl">Who answers</h2>
        <AgeFields typed={typed} errors={errors} />
      </section>
    </>
  );
}

export function QuestionField({ question, typed, errors }: Typed & { question: Question }) {
  const { id, type, title, hint, options, required } = question;
  const label = required ? title : `${title} (optional)`;
  if (type === "text")
    return <TextArea name={id} label={label} hint={hint} rows={2} defaultValue={typed[id]} error={errors[id]} />;
  const choices = type === "yes-no" ? YES_OR_NO : options.map((option) => ({ value: option, words: option }));
  return (
    <Choices {...{ id, hint, choices, typed, errors }} isBeside={type === "yes-no"}>
      {label}
    </Choices>
  );
}

const YES_OR_NO = [
  { value: "yes", words: "Yes" },
  { value: "no", words: "No" },
];

type ChoicesProps = Typed & {
  id: string;
  hint?: string;
  choices: readonly { value: string; words: string }[];
  isBeside?: boolean;
  children: ReactNode;
};

function Choices({ id, hint, choices, isBeside, typed, errors, children }: ChoicesProps) {
  const described = [hint && `${id}-hint`, errors[id] && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset aria-describedby={described || undefined}>
      <legend className="font-[650]">{children}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {errors[id] && <FieldError id={`${id}-error`}>{errors[id]}</FieldError>}
      <div className={isBeside ? "flex gap-6" : undefined}>
        {choices.map(({ value, words }, at) => (
          <label key={value} className={isBeside ? BESIDE : BELOW}>
            <input
              type="radio"
              name={id}
              value={value}
              id={at === 0 ? id : undefined}
              defaultChecked={typed[id] === value}
              className="size-6 shrink-0"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const BESIDE = "inline-flex min-h-11 items-center gap-3";
const BELOW = "flex min-h-11 items-center gap-3";

/** Whether they are 16; if not, a parent or guardian answers and agrees. */
export function AgeFields({ typed, errors }: Typed) {
  return (
    <>
      <Choices id="adult" choices={YES_OR_NO} isBeside typed={typed} errors={errors}>
        Are you 16 or over?
      </Choices>
      <Field
        name="guardian"
        label="Full name of a parent or guardian, if you are under 16"
        hint="They answer for you, and agree at the end."
        maxLength={100}
        defaultValue={typed.guardian}
        error={errors.guardian}
      />
      <Field
        name="relation"
        label="How they are related to you"
        maxLength={100}
        defaultValue={typed.relation}
        error={errors.relation}
      />
    </>
  );
}

type Consent = { about: string; box: string };

/** What they agree to, with an empty box: nothing is sent without it. */
export function ConsentFields({ consent, error }: { consent: Consent; error?: string }) {
  return (
    <>
      <p>{consent.about}</p>
      {error && <FieldError id="consent-error">{error}</FieldError>}
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          name="consent"
          id="consent"
          aria-describedby={error ? "consent-error" : undefined}
          className="mt-0.5 size-6 shrink-0"
        />
        <span>{consent.box}</span>
      </label>
      <p>Without this box nothing is sent, and your appointment still stands.</p>
    </>
  );
}
