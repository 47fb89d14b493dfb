import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { MendedErrors } from "#app/ui/mended-errors.tsx";

/** `hintBeside`: a short hint stands in the label's line. */
type FieldParts = { label: ReactNode; hint?: ReactNode; hintBeside?: boolean; error?: string };

export const CONTROL =
  "block w-full min-h-12 rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink aria-invalid:border-2 aria-invalid:border-danger";

/** A labelled input tied to its hint and error. Its id defaults to its name, so that a summary can link to it. */
export function Field({
  label,
  hint,
  hintBeside,
  error,
  className,
  ...input
}: FieldParts & ComponentProps<"input"> & { name: string }) {
  const { id, described, ...parts } = useFieldIds({ hint, error, name: input.id ?? input.name });
  return (
    <div className={className}>
      <FieldHead id={id} label={label} hint={hint} hintBeside={hintBeside} error={error} {...parts} />
      <input
        {...input}
        id={id}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        className={CONTROL}
      />
    </div>
  );
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...area
}: FieldParts & ComponentProps<"textarea"> & { name: string }) {
  const { id, described, ...parts } = useFieldIds({ hint, error, name: area.id ?? area.name });
  return (
    <div className={className}>
      <FieldHead id={id} label={label} hint={hint} error={error} {...parts} />
      <textarea
        rows={5}
        {...area}
        id={id}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        className={CONTROL}
      />
    </div>
  );
}

export function Select({
  label,
  hint,
  error,
  className,
  ...select
}: FieldParts & ComponentProps<"select"> & { name: string }) {
  const { id, described, ...parts } = useFieldIds({ hint, error, name: select.id ?? select.name });
  return (
    <div className={className}>
      <FieldHead id={id} label={label} hint={hint} error={error} {...parts} />
      <select
        {...select}
        id={id}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        className={CONTROL}
      />
    </div>
  );
}

function FieldHead({
  id,
  label,
  hint,
  hintBeside,
  error,
  hintId,
  errorId,
}: FieldParts & { id: string; hintId: string; errorId: string }) {
  return (
    <>
      <div className={hintBeside ? "mb-1 flex flex-wrap items-baseline gap-x-1.5" : "contents"}>
        <label htmlFor={id} className={classNames("block font-[650]", !hintBeside && "mb-1")}>
          {label}
        </label>
        {hint && (
          <p id={hintId} className={classNames("text-ink-soft", hintBeside ? "text-xs" : "mb-1 text-sm")}>
            {hint}
          </p>
        )}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} data-field-error="true" className={classNames("mb-1 text-sm font-[650] text-danger")}>
      <span className="sr-only">Error: </span>
      {children}
      <MendedErrors />
    </p>
  );
}

function useFieldIds({ hint, error, name }: { hint?: ReactNode; error?: string; name: string }) {
  const unique = useId();
  const hintId = `${unique}-hint`;
  const errorId = `${unique}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;
  return { id: name, hintId, errorId, described };
}

/**
 * All errors of a form at its top, each linking to its field (GOV.UK Design System, error summary). Takes the focus
 * when it appears: by its script, or as the `id` at the end of the form's address. A mended field loses its line and
 * its red (mended-errors.js), and while one stands the page's title begins with "Error: " (error-title.ts).
 */
export function ErrorSummary({ errors, id }: { errors: Partial<Record<string, string>>; id?: string }) {
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

type InputProps = Omit<ComponentProps<"input">, "children"> & { children: ReactNode };

/** A tick box with its label; the whole line can be pressed. */
export function TickBox({ children, hint, className, ...input }: Omit<InputProps, "type"> & { hint?: ReactNode }) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-start gap-3 py-2 ${className ?? ""}`}>
      <input type="checkbox" {...input} className="mt-0.5 size-6 shrink-0 accent-(--primary)" />
      <span>
        {children}
        {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
}

/** A radio, or another `type` of input, drawn as a cell. The real input stays, for the keyboard, screen readers and forms. */
export function RadioCell({ children, cellClassName, ...input }: InputProps & { cellClassName?: string }) {
  return (
    <label className={classNames("radio-cell", cellClassName)}>
      <input type="radio" {...input} />
      <span>{children}</span>
    </label>
  );
}
