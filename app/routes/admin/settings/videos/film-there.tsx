import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** A place's film on YouTube or Vimeo, as its site told it. `told` null: it was never asked. */
export type ShownThere = {
  site: string;
  page: string;
  told: {
    when: string;
    title: string | null;
    by: string | null;
    length: string | null;
    hasPicture: boolean;
    problem: string | null;
  } | null;
};

type Props = { there: ShownThere; title: string; error?: string };

export function FilmThere({ there: { site, page, told }, title, error }: Props) {
  const isOther = told?.title && told.title !== title;
  return (
    <section aria-labelledby="film-there" className="mb-8 border-t border-line pt-5">
      <h2 id="film-there" className="text-lg">
        Film on {site}
      </h2>
      <p className="mt-1">
        <a href={page} target="_blank" rel="noopener" className="prose-link inline-block min-h-6 wrap-anywhere">
          {page.replace("https://", "")}
        </a>
      </p>
      {told?.problem && (
        <Notice tone="warning" className="mt-3">
          <p className="wrap-anywhere">{told.problem}</p>
          <p className="mt-1">
            The film itself is saved. Type its title under “All films” and upload a picture below, or fetch again.
          </p>
        </Notice>
      )}
      {told?.title && (
        <dl className="mt-3 grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1 wrap-anywhere">
          <dt className="text-ink-soft">Title there</dt>
          <dd>{told.title}</dd>
          {told.by && (
            <>
              <dt className="text-ink-soft">By</dt>
              <dd>{told.by}</dd>
            </>
          )}
          <dt className="text-ink-soft">Length</dt>
          <dd>{told.length ?? `${site} does not tell it. You may type it under “All films”.`}</dd>
          <dt className="text-ink-soft">Picture</dt>
          <dd>{told.hasPicture ? "Fetched, and kept here" : "Yours, or our drawing"}</dd>
        </dl>
      )}
      <p className="mt-3 text-ink-soft">
        {told
          ? `${site} was asked on ${told.when}. Nobody asks it again until you do.`
          : `${site} was not asked about it yet.`}
      </p>
      <Form method="post" className="mt-3 flex flex-wrap gap-2">
        {error && <FieldError id="fetch-error">{error}</FieldError>}
        <Button id="fetch" name="intent" value="fetch" look="outline" size="small">
          {told ? "Fetch again" : "Fetch its title and picture"}
        </Button>
        {isOther && (
          <Button name="intent" value="take-title" look="outline" size="small">
            Use its title
          </Button>
        )}
      </Form>
    </section>
  );
}
