import { Form } from "react-router";
import type { StoredException } from "#app/availability/edit-hours.db.server.ts";
import { daysInWords } from "#app/availability/exception-in-words.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { Button } from "#app/ui/button.tsx";

/** `forAll`: whether closures of the whole practice may be taken back, too. */
type Props = { exceptions: readonly StoredException[]; names: Record<string, string>; forAll: boolean };

const SHOWN = 6;

export function ExceptionList({ exceptions, ...rest }: Props) {
  return (
    <section aria-labelledby="ahead" className="mt-10">
      <h2 id="ahead" className="mb-3 text-lg">
        To come
      </h2>
      {exceptions.length === 0 && <p>No closures or extra openings to come.</p>}
      <Rows exceptions={exceptions.slice(0, SHOWN)} {...rest} />
      {exceptions.length > SHOWN && (
        <details className="mt-3">
          <summary className="cursor-pointer py-2 font-[650]">{exceptions.length - SHOWN} more</summary>
          <Rows exceptions={exceptions.slice(SHOWN)} {...rest} />
        </details>
      )}
    </section>
  );
}

function Rows({ exceptions, names, forAll }: Props) {
  const can = useMay();
  const mayTakeBack = ({ therapistId, kind }: StoredException) =>
    forAll || (therapistId !== null && can("change", kind === "opening" ? "time off" : "closures"));
  return (
    <ul className="divide-y divide-line border-y border-line">
      {exceptions.map((exception) => (
        <li key={exception.id} className="flex items-center justify-between gap-4 py-2">
          <div className="min-w-0">
            <p>
              <strong>{exception.kind === "closure" ? "Closed" : "Open"}</strong> {daysInWords(exception)}
            </p>
            <p className="text-sm text-ink-soft">
              {exception.therapistId ? names[exception.therapistId] : "The whole practice"}
              {exception.reason && `, ${exception.reason}`}
            </p>
            {exception.publicNote && <p className="text-sm text-ink-soft">Visitors read: {exception.publicNote}</p>}
          </div>
          {mayTakeBack(exception) && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={exception.id} />
              <Button
                name="intent"
                value="remove"
                look="outline"
                size="small"
                aria-label={`Take back: ${daysInWords(exception)}`}
              >
                Take back
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
