import { Form, href } from "react-router";
import { type Image, imageOf, type Picture } from "#app/media/picture.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { Button, Field } from "#app/ui/controls.tsx";
import { Photograph } from "#app/ui/photograph.tsx";

type Props = {
  title?: string;
  of: string;
  image: Image | null;
  /** The id of the picture that is there, which the forms name; empty for none. */
  pictureId: string;
  none: string;
  alt?: string;
  errors?: FieldErrors;
  /** The form's address; this page by default. */
  action?: string;
  intents?: { put: string; remove: string };
};

const INTENTS = { put: "put", remove: "remove" };

/** The present picture, with forms to replace or remove it. A separate form, as files are large. */
export function PicturePanel(props: Props) {
  const { title = "Picture", of, image, pictureId, none, alt, errors = {}, action, intents = INTENTS } = props;
  return (
    <section aria-labelledby="picture" className="mt-10 border-t border-line pt-5">
      <h2 id="picture" className="text-lg">
        {title}
      </h2>
      {image ? (
        <div className="mt-3 flex flex-wrap items-end gap-4">
          <Photograph image={image} sizes="16rem" className="h-auto w-64 rounded-md" />
          <Form method="post" action={action}>
            <input type="hidden" name="shown" value={pictureId} />
            <Button
              name="intent"
              value={intents.remove}
              look="outline"
              size="small"
              aria-label={`Remove the picture of ${of}`}
            >
              Remove
            </Button>
          </Form>
        </div>
      ) : (
        <p className="mt-1 text-ink-soft">None yet. {none}</p>
      )}
      <Form method="post" action={action} encType="multipart/form-data" className="mt-4 space-y-4">
        <input type="hidden" name="shown" value={pictureId} />
        <Field
          label={image ? "Another picture" : "A picture"}
          hint="JPEG, PNG, WebP or AVIF, up to 10 MB. We remove place and camera from it."
          name="file"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          required
          error={errors.file}
        />
        <Field
          label="What it shows"
          hint="Read to people who can’t see it."
          name="alt"
          maxLength={200}
          required
          defaultValue={alt}
          error={errors.alt}
        />
        <Button name="intent" value={intents.put} look="outline">
          Upload picture
        </Button>
      </Form>
    </section>
  );
}

type OwnPictureProps = {
  list: "services" | "therapists";
  id: string;
  picture: Picture | null;
  name: string;
  alt?: string;
  errors?: FieldErrors;
};

export function OwnPicture({ list, id, picture, name, ...reply }: OwnPictureProps) {
  return (
    <PicturePanel
      of={name}
      image={picture && imageOf(picture)}
      pictureId={picture?.id ?? ""}
      none={list === "services" ? "Visitors see our drawing." : ""}
      action={`${href("/admin/media")}?${new URLSearchParams({ list, id })}`}
      {...reply}
    />
  );
}
