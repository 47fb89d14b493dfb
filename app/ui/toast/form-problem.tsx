import { classNames } from "#app/ui/class-names.ts";
import { MendedErrors } from "#app/ui/mended-errors.tsx";

type Props = {
  /** The message as a whole, shown unless it is the only field's. */
  says: string;
  /** Each wrong field's id, and what is wrong with it. */
  errors: Record<string, string>;
  level?: "h2" | "h3";
  className?: string;
};

/**
 * An error's toast, in the page beside its form, where it covers nothing: the message, and a link to each field.
 * Takes the focus as the page opens, without a script, unless the address names another place. A mended field loses
 * its line, as in every error summary (mended-errors.js).
 */
export function FormProblem({ says, errors, level: Heading = "h2", className }: Props) {
  const fields = Object.entries(errors);
  const alone = fields.length === 1 && fields[0]?.[1] === says;
  return (
    <div
      data-toast
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: an answer, not a new page: whoever sent the form hears what was wrong
      autoFocus
      data-error-summary="true"
      className={classNames("border-l-[3px] border-danger py-0.5 pl-3.5 text-ink", className)}
    >
      <Heading className="text-lg">There is a problem</Heading>
      {!alone && <p className="mt-1">{says}</p>}
      <ul className="mt-1 space-y-1">
        {fields.map(([id, message]) => (
          <li key={id}>
            <a href={`#${id}`} className="prose-link inline-block min-h-6 font-[650] text-danger">
              {message}
            </a>
          </li>
        ))}
      </ul>
      <MendedErrors />
    </div>
  );
}
