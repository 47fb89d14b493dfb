import { type Facts, withFacts } from "#app/content/facts.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { type Leaf, labelOf } from "#app/platform/text-tree.ts";
import { partsOf } from "#app/routes/admin/settings/words/word-fields.ts";
import { EditForm, type EditReply, type FieldParts } from "#app/ui/admin/edit-form.tsx";
import { FormSection } from "#app/ui/admin/form-section.tsx";
import type { Labels } from "#app/ui/admin/stale-notice.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";

type Props = {
  leaves: Leaf[];
  stored: Fields;
  version: number;
  facts: Facts;
  labels: Labels;
  reply?: EditReply | null;
};

export function WordsForm({ leaves, facts, ...form }: Props) {
  return (
    <EditForm {...form} previews preview={(typed) => <Preview leaves={leaves} typed={withFacts(typed, facts)} />}>
      {({ field }) =>
        partsOf(leaves).map(({ title, leaves: own }) => (
          <FormSection key={title} title={title}>
            {own.map((leaf) => (
              <Text key={leaf.name} leaf={leaf} {...field(leaf.name)} />
            ))}
          </FormSection>
        ))
      }
    </EditForm>
  );
}

function Text({ leaf, ...field }: FieldParts & { leaf: Leaf }) {
  const label = labelOf(leaf.name);
  if (leaf.kind === "line") return <Field label={label} {...field} />;
  const rows = Math.min(14, Math.max(3, Math.ceil(leaf.value.length / 70)));
  const hint = leaf.kind === "paragraphs" && "An empty line begins a new paragraph.";
  return <TextArea label={label} hint={hint} rows={rows} {...field} />;
}

function Preview({ leaves, typed }: { leaves: Leaf[]; typed: Fields }) {
  return partsOf(leaves).map(({ title, leaves: own }) => (
    <section key={title} className="mt-4">
      <h3 className="text-sm text-ink-soft">{title}</h3>
      {own
        .filter(({ name }) => typed[name])
        .map(({ name, kind }) => (
          <p key={name} className={`mt-1 whitespace-pre-wrap ${kind === "line" ? "font-[650]" : ""}`}>
            {typed[name]}
          </p>
        ))}
    </section>
  ));
}
