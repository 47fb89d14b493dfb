import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { TriedFilm } from "#app/films/try-film.server.ts";
import { lengthInWords } from "#app/settings/video-length.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Asks a film's site about any address, before it is saved. */
export function TryFilmPanel({ address }: { address: string }) {
  return (
    <section aria-labelledby="try-film" className="mt-10 border-t border-line pt-5">
      <h2 id="try-film" className="text-lg">
        Try an address
      </h2>
      <p className="mt-1 text-ink-soft">
        Asks YouTube or Vimeo what it says of a film, and shows its answer. Saves nothing. A private film answers 401 or
        403: set it there to “unlisted”, or allow it on other sites.
      </p>
      <Form method="post" className="mt-4 space-y-4">
        <Field
          label="Address to try"
          hint="As you copy it there: https://…"
          name="address"
          type="url"
          defaultValue={address}
          required
        />
        <Button name="intent" value="try" look="outline">
          Try it
        </Button>
      </Form>
    </section>
  );
}

/** What the site answered. Takes the focus: the button may be a screen further down. */
export function TriedFilmNotice({ tried }: { tried: TriedFilm }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const tone = tried.kind === "works" && !tried.problem ? "success" : tried.kind === "works" ? "warning" : "danger";
  return (
    <Notice ref={notice} tabIndex={-1} live tone={tone} className="mb-6 wrap-anywhere">
      {wordsOf(tried)}
    </Notice>
  );
}

function wordsOf(tried: TriedFilm): string {
  if (tried.kind === "failed") return tried.words;
  if (tried.kind === "no-film") return "That is no address of a film on YouTube or Vimeo. Copy it there under “Share”.";
  if (tried.kind === "limited") return "You have asked often. Wait an hour.";
  const { site, title, by, seconds, problem } = tried;
  const length = seconds === null ? `${site} does not tell its length.` : `It plays ${lengthInWords(seconds)}.`;
  return `${site} knows it: “${title}”${by ? ` by ${by}` : ""}. ${length} ${problem ?? "It has a picture."}`;
}
