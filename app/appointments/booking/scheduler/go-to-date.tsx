import { Form } from "react-router";
import type { Scheduler } from "#app/appointments/booking/scheduler/scheduler.ts";
import { Button } from "#app/ui/button.tsx";
import { CONTROL, FieldError } from "#app/ui/field.tsx";

type Props = { action: string; choices: [string, string][]; goTo: Scheduler["goTo"] };

/** A typed date, for days that are far: under the calendar on a desk, behind a press on a phone. */
export function GoToDate({ action, choices, goTo }: Props) {
  return (
    <details className="go-to" open={goTo !== null || undefined}>
      <summary>
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5">
          <path
            d="M4 6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1ZM4 10h16M8.5 3v4M15.5 3v4"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
          />
        </svg>
        Go to a date
      </summary>
      <Form method="get" action={action} replace preventScrollReset className="go-to-form">
        {choices.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor="date" className="font-[650] max-lg:sr-only">
          Go to a date
        </label>
        <div>
          {goTo && <FieldError id="date-error">{goTo.error}</FieldError>}
          <input
            id="date"
            name="date"
            required
            autoComplete="off"
            placeholder="for example 14 1 2027"
            defaultValue={goTo?.typed}
            aria-invalid={goTo ? true : undefined}
            aria-describedby={goTo ? "date-error" : undefined}
            className={CONTROL}
          />
        </div>
        <Button look="outline" size="small">
          Go
        </Button>
      </Form>
    </details>
  );
}
