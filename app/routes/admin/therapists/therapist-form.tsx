import type { Fields } from "#app/platform/form-fields.ts";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { Field, TextArea } from "#app/ui/controls.tsx";

const LABELS = { name: "Name", role: "Role", bio: "Profile" };

export function TherapistForm(props: { stored: Fields; version: number; reply?: EditReply | null }) {
  return (
    <EditForm {...props} labels={LABELS} previews preview={(typed) => <TherapistPreview typed={typed} />}>
      {({ field }) => (
        <div className="space-y-4">
          <Field label="Name" autoComplete="off" {...field("name")} />
          <Field label="Role" hint="With the level, as visitors read it: Therapist, Level 4" {...field("role")} />
          <TextArea label="Profile" hint="A few sentences about the person." {...field("bio")} />
        </div>
      )}
    </EditForm>
  );
}

function TherapistPreview({ typed }: { typed: Fields }) {
  return (
    <>
      <h3 className="text-xl">{typed.name}</h3>
      <p className="text-ink-soft">{typed.role}</p>
      <p className="mt-2">{typed.bio}</p>
    </>
  );
}
