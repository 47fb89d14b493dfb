import { Form, href } from "react-router";
import { imageOf, type Picture } from "#app/media/picture.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { PictureFields } from "#app/routes/admin/picture-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { Photograph } from "#app/ui/photograph.tsx";

type Props = {
  list: "services" | "therapists";
  id: string;
  picture: Picture | null;
  name: string;
  alt?: string;
  errors?: FieldErrors;
};

/** The picture of a service or a therapist: what there is, another one, or none. A form of its own: files are large. */
export function PicturePanel({ list, id, picture, name, alt, errors = {} }: Props) {
  const action = `${href("/admin/media")}?${new URLSearchParams({ list, id })}`;
  return (
    <section aria-labelledby="picture" className="mt-10 border-t border-line pt-5">
      <h2 id="picture" className="text-lg">
        Picture
      </h2>
      {picture ? (
        <div className="mt-3 flex flex-wrap items-end gap-4">
          <Photograph image={imageOf(picture)} sizes="16rem" className="h-auto w-64 rounded-md" />
          <Form method="post" action={action}>
            <Button
              name="intent"
              value="remove"
              look="outline"
              size="small"
              aria-label={`Remove the picture of ${name}`}
            >
              Remove
            </Button>
          </Form>
        </div>
      ) : (
        <p className="mt-1 text-ink-soft">None yet. {list === "services" && "Visitors see our drawing."}</p>
      )}
      <Form method="post" action={action} encType="multipart/form-data" className="mt-4 space-y-4">
        <PictureFields isAnother={picture !== null} alt={alt} errors={errors} />
        <Button name="intent" value="put" look="outline">
          Upload
        </Button>
      </Form>
    </section>
  );
}
