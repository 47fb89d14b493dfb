import { type ComponentProps, type ReactNode, useId } from "react";
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
