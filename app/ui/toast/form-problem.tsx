import { useId } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { MendedErrors } from "#app/ui/mended-errors.tsx";
import { Toast } from "#app/ui/toast/toast.tsx";

type Props = {
  /** The message as a whole: the toast, and the summary's first line unless it is the only field's. */
  says: string;
  /** Each wrong field's id, and what is wrong with it. */
  errors: Partial<Record<string, string>>;
  level?: "h2" | "h3";
  className?: string;
};

/**
 * What is wrong with a form: a toast with the message (specification section 8), and a summary beside the form that
 * links to each field. The toast is the live region; the summary takes the focus as the page opens, unless the address
 * names another place, and stands alone without a script. A mended field loses its line (mended-errors.js).
 */
export function FormProblem({ says, errors, level: Heading = "h2", className }: Props) {
  const title = useId();
  const fields = Object.entries(errors).filter(([, message]) => message);
  const alone = fields.length === 1 && fields[0]?.[1] === says;
  return (
    <div className={classNames("relative max-lg:pt-14", className)}>
      <section
        aria-labelledby={title}
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: an answer, not a new page: whoever sent the form hears what was wrong
        autoFocus
        data-error-summary="true"
        className="border-l-[3px] border-danger py-0.5 pl-3.5 text-ink"
      >
        <Heading id={title} className="text-lg">
          There is a problem
        </Heading>
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
      </section>
      <Toast tone="danger" summarised>
        {says}
      </Toast>
    </div>
  );
}
