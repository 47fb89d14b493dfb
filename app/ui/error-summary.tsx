import { useEffect, useRef } from "react";
import { MendedErrors } from "#app/ui/mended-errors.tsx";

type Errors = Partial<Record<string, string>>;

/**
 * All errors of a form at its top, each linking to its field (GOV.UK Design System, error summary). Takes the focus
 * when it appears: by its script, or as the `id` at the end of the form's address. A mended field loses its line and
 * its red (mended-errors.js), and while one stands the page's title begins with "Error: " (error-title.ts).
 */
export function ErrorSummary({ errors, id }: { errors: Errors; id?: string }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div
      ref={summary}
      id={id}
      role="alert"
      tabIndex={-1}
      data-error-summary="true"
      className="mt-3 mb-6 border-l-[3px] border-danger py-0.5 pl-3.5 text-ink"
    >
      <h2 className="text-lg">There is a problem</h2>
      <ul className="mt-1 space-y-1 text-sm">
        {Object.entries(errors).map(
          ([field, message]) =>
            message && (
              <li key={field}>
                <a href={`#${field}`} className="prose-link font-[650] text-danger">
                  {message}
                </a>
              </li>
            ),
        )}
      </ul>
      <MendedErrors />
    </div>
  );
}
