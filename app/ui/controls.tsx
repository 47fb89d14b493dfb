import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { MendedErrors } from "#app/ui/mended-errors.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

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

/** `primary` is oxide: one in view. `strong` is green, for a second wish of ours. `outline` for the rest, `danger` for what can't be undone, `quiet` in rows. */
export type ButtonLook = "primary" | "strong" | "outline" | "danger" | "quiet";

type Look = { look?: ButtonLook; size?: "normal" | "small" };

/** Submits its form by default. */
export function Button({ look = "primary", size, className, ...rest }: ComponentProps<"button"> & Look) {
  return <button type="submit" {...rest} className={classNames(buttonClasses({ look, size }), className)} />;
}

/** A link that looks like a button. */
export function LinkButton({ look = "primary", size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classNames(buttonClasses({ look, size }), className)} />;
}

const LOOKS: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong",
  strong: "bg-primary text-on-primary border-primary hover:bg-primary-strong hover:border-primary-strong",
  outline: "bg-transparent text-ink border-edge hover:bg-wash hover:border-ink",
  danger: "bg-danger text-paper border-danger hover:opacity-90",
  quiet: "bg-transparent text-ink border-transparent underline underline-offset-4 hover:bg-wash",
};

export function buttonClasses({ look = "primary", size = "normal" }: Look): string {
  return classNames(
    "inline-flex cursor-pointer items-center justify-center gap-2 rounded-md border py-1.5 text-center font-[650] no-underline",
    "transition-colors duration-120 disabled:cursor-not-allowed disabled:opacity-60",
    size === "small" ? "min-h-11 px-4 text-sm leading-snug" : "min-h-12 px-6 text-base leading-snug",
    LOOKS[look],
  );
}

/** A button that needs our script: disabled until it runs. The frame explains that in a noscript notice. */
export function ScriptButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated();
  return <Button {...rest} disabled={disabled || !hydrated} />;
}

type Tone = "info" | "success" | "warning" | "danger";

const TONES: Record<Tone, string> = {
  info: "border-info bg-info-wash",
  success: "border-success bg-success-wash",
  warning: "border-warning bg-warning-wash",
  danger: "border-danger bg-danger-wash",
};

type Props = ComponentProps<"div"> & { tone?: Tone; live?: boolean | "alert" };

/** A message in the flow of the page. `live` announces it: politely, or as an alert for an error or when so set. */
export function Notice({ tone = "info", live = false, className, ...rest }: Props) {
  const isAlert = live === "alert" || (live && tone === "danger");
  const role = isAlert ? "alert" : live ? "status" : undefined;
  return <div role={role} {...rest} className={classNames("rounded-sm border-l-4 p-4", TONES[tone], className)} />;
}
