import { type ReactNode, useEffect, useRef, useState } from "react";
import { REGIONS, type Region } from "#app/body-map/region.ts";
import { BodyFigures, Rings } from "#app/health/body-figure.tsx";
import { groupsOf, type HealthForm, placeField, type Question } from "#app/health/form/form.ts";
import { Field, FieldError, TextArea } from "#app/ui/controls.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

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
  if (type === "body") return <BodyField question={question} label={label} typed={typed} error={errors[id]} />;
  const choices = type === "yes-no" ? YES_OR_NO : options.map((option) => ({ value: option, words: option }));
  return (
    <Choices {...{ id, hint, choices, typed, errors }} isBeside={type === "yes-no"}>
      {label}
    </Choices>
  );
}

type BodyProps = { question: Question; label: string; typed: Typed["typed"]; error: string | undefined };

/** The places as boxes to tick, and with a script a picture of the body that ticks them. */
function BodyField({ question: { id, hint }, label, typed, error }: BodyProps) {
  const list = useRef<HTMLUListElement>(null);
  const [places, setPlaces] = useState<readonly Region[]>(
    REGIONS.filter((region) => typed[placeField(id, region)] === "on"),
  );
  const hasScript = useHydrated();
  const boxOf = (region: Region) =>
    list.current?.querySelector<HTMLInputElement>(`[name="${CSS.escape(placeField(id, region))}"]`);
  const read = () => setPlaces(REGIONS.filter((region) => boxOf(region)?.checked));
  // Something may have been ticked before the script ran.
  useEffect(read, []);
  const control = {
    onPress: (region: Region) => boxOf(region)?.click(),
    labelOf: (region: Region) => region.yours,
    state: (region: Region) => ({ "aria-pressed": places.includes(region) }),
  };
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={described || undefined}>
      <legend className="font-[650]">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <BodyFigures
        whose="your"
        control={hasScript ? control : undefined}
        signs={(view) => <Rings view={view} places={places} />}
      />
      <details open={!hasScript} className="mt-3">
        <summary className="flex min-h-11 cursor-pointer items-center underline decoration-1 underline-offset-4">
          As a list
        </summary>
        <ul ref={list} onChange={read} className="grid gap-x-6 sm:grid-cols-2">
          {REGIONS.map((region) => (
            <li key={region.id}>
              <label className={BELOW}>
                <input
                  type="checkbox"
                  name={placeField(id, region)}
                  defaultChecked={typed[placeField(id, region)] === "on"}
                  className="size-6 shrink-0"
                />
                {region.yours}
              </label>
            </li>
          ))}
        </ul>
      </details>
    </fieldset>
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
    <div className="form-age space-y-4">
      <Choices id="adult" choices={YES_OR_NO} isBeside typed={typed} errors={errors}>
        Are you 16 or over?
      </Choices>
      <div className="space-y-4">
        <Field
          name="guardian"
          label="Full name of a parent or guardian"
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
      </div>
    </div>
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
      <p>Without this box nothing is sent, and your appointment is still booked.</p>
    </>
  );
}
