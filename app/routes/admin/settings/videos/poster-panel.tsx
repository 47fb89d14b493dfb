import { Form } from "react-router";
import type { Image } from "#app/media/picture.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { PictureFields } from "#app/routes/admin/picture-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Photograph } from "#app/ui/photograph.tsx";

type Props = { title: string; poster: Image | null; alt: string; errors: FieldErrors };

/** The picture that stands in a film's place until somebody presses Play. */
export function PosterPanel({ title, poster, alt, errors }: Props) {
  return (
    <section aria-labelledby="poster" className="mt-10 border-t border-line pt-5">
      <h2 id="poster" className="text-lg">
        Picture before it plays
      </h2>
      {poster ? (
        <div className="mt-3 flex flex-wrap items-end gap-4">
          <Photograph image={poster} sizes="16rem" className="h-auto w-64 rounded-md" />
          <Form method="post">
            <Button
              name="intent"
              value="remove-poster"
              look="outline"
              size="small"
              aria-label={`Remove the picture of ${title}`}
            >
              Remove
            </Button>
          </Form>
        </div>
      ) : (
        <p className="mt-1 text-ink-soft">None yet. An uploaded film shows its own beginning.</p>
      )}
      <Form method="post" encType="multipart/form-data" className="mt-4 space-y-4">
        <PictureFields isAnother={poster !== null} alt={alt} errors={errors} />
        <Button name="intent" value="poster" look="outline">
          Upload picture
        </Button>
      </Form>
    </section>
  );
}
