import type { FieldErrors } from "#app/platform/form-fields.ts";
import { Field } from "#app/ui/field.tsx";

type Props = { isAnother: boolean; alt?: string; errors: FieldErrors };

/** What the upload of any picture asks for: the file, and words for those who can't see it. */
export function PictureFields({ isAnother, alt, errors }: Props) {
  return (
    <>
      <Field
        label={isAnother ? "Another picture" : "A picture"}
        hint="JPEG, PNG, WebP or AVIF, up to 10 MB. Place and camera are taken out of it."
        name="file"
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        required
        error={errors.file}
      />
      <Field
        label="What it shows"
        hint="Read to people who can't see it."
        name="alt"
        maxLength={200}
        required
        defaultValue={alt}
        error={errors.alt}
      />
    </>
  );
}
