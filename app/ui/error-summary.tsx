import { useEffect, useRef } from "react";

type Errors = Partial<Record<string, string>>;

/**
 * All that is wrong with a form, at its top, each line a link to its field (GOV.UK Design System, error summary).
 * Takes the focus when it appears, so that it is heard: by its script, or as the `id` that the form's address ends in.
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
      className="mb-6 rounded-sm border-2 border-danger bg-danger-wash p-4 text-ink"
    >
      <h2 className="text-xl">There is a problem</h2>
      <ul className="mt-2 space-y-1">
        {Object.entries(errors).map(([field, message]) => (
          <li key={field}>
            <a href={`#${field}`} className="prose-link font-[650] text-danger">
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
