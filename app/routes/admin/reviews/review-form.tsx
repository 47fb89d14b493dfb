import type { Fields } from "#app/platform/form-fields.ts";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { Field, FieldError, TextArea, TickBox } from "#app/ui/controls.tsx";

const LABELS = { words: "Words", name: "Name", source: "Where it was written", givenOn: "Date" };

export function ReviewForm(props: { stored: Fields; version: number; reply?: EditReply | null }) {
  return (
    <EditForm {...props} labels={LABELS}>
      {({ field, tick, errors }) => (
        <div className="space-y-4">
          <TextArea label="Words" hint="Exactly as the client wrote it, in full." {...field("words")} />
          <Field label="Name" hint="As the client gave it for this." autoComplete="off" {...field("name")} />
          <Field
            label="Where it was written"
            hint="A card in the clinic, an email, or the name of the site."
            autoComplete="off"
            {...field("source")}
          />
          <Field label="Date" type="date" {...field("givenOn")} />
          <div>
            <TickBox
              {...tick("isGenuine")}
              id="isGenuine"
              aria-describedby={errors.isGenuine ? "isGenuine-error" : undefined}
              hint="This is a real review and the client agrees to publish it. We paid nothing for it and hid no critical ones."
            >
              It is genuine, and word for word
            </TickBox>
            {errors.isGenuine && <FieldError id="isGenuine-error">{errors.isGenuine}</FieldError>}
          </div>
        </div>
      )}
    </EditForm>
  );
}
