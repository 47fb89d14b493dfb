import { Form, useNavigation } from "react-router";
import type { Film } from "#app/settings/videos.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = { title: string; film: Film; shown: string; isHidden: boolean; error?: string };

/** The uploaded film of one place, with forms to replace or remove it. */
export function FilmFilePanel({ title, film, shown, isHidden, error }: Props) {
  const isSending = useNavigation().formEncType === "multipart/form-data";
  return (
    <section aria-labelledby="film-file" className="border-t border-line pt-5">
      <h2 id="film-file" className="text-lg">
        Uploaded film
      </h2>
      {film.kind === "file" ? (
        <div className="mt-3 space-y-4">
          {isHidden && (
            <Notice tone="warning">
              Visitors see the film at the address, not this one. Empty the address to show it.
            </Notice>
          )}
          {/* biome-ignore lint/a11y/useMediaCaption: its text stands beside it on the home page */}
          <video
            controls
            preload="metadata"
            playsInline
            poster={film.poster?.src}
            aria-label={title}
            className="w-full max-w-md rounded-md bg-wash"
          >
            <source src={film.src} type={film.type} />
          </video>
          <Form method="post">
            <input type="hidden" name="shown" value={shown} />
            <Button name="intent" value="remove-film" look="outline" size="small">
              Remove film
            </Button>
          </Form>
        </div>
      ) : (
        <p className="mt-1 text-ink-soft">None yet.</p>
      )}
      <Form method="post" encType="multipart/form-data" className="mt-4 space-y-4">
        <input type="hidden" name="shown" value={shown} />
        <Field
          label={film.kind === "file" ? "Another film" : "A film"}
          hint="MP4 (H.264) or WebM, up to 30 MB: about two minutes. Place and camera are taken out of an MP4."
          name="film"
          type="file"
          accept="video/mp4,video/webm"
          required
          error={error}
        />
        <Button name="intent" value="film" look="outline" disabled={isSending}>
          {isSending ? "Uploading..." : "Upload film"}
        </Button>
      </Form>
    </section>
  );
}
