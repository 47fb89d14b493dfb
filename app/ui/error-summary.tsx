import { useEffect, useRef, useState } from "react";
import { watchMending } from "#app/ui/mended-fields.ts";

type Errors = Partial<Record<string, string>>;

/**
 * All errors of a form at its top, each linking to its field (GOV.UK Design System, error summary). Takes the focus
 * when it appears: by its script, or as the `id` at the end of the form's address. A corrected field loses its line and
 * its red.
 */
export function ErrorSummary({ errors, id }: { errors: Errors; id?: string }) {
  const summary = useRef<HTMLDivElement>(null);
  const [mended, setMended] = useState<readonly string[]>([]);
  useEffect(() => summary.current?.focus(), []);
  useEffect(() => watchMending(Object.keys(errors), setMended), [errors]);
  const standing = Object.entries(errors).filter(([field]) => !mended.includes(field));
  if (standing.length === 0) return null;
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
        {standing.map(([field, message]) => (
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
