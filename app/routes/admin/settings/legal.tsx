import type { ReactNode } from "react";
import { href } from "react-router";
import { RadioChoice } from "#app/routes/admin/radio-choice.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { type LegalForm, legalForm } from "#app/settings/schemas/legal.ts";
import { type Edited, EditForm, FormSection } from "#app/ui/admin/edit-form.tsx";
import { Field } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/legal.ts";

const page = (): SettingPage<"business", typeof legalForm> => ({
  key: "business",
  form: legalForm,
  formOf: ({ legal }) => legal,
  next: (stored, legal) => ({ ...stored, legal }),
  address: href("/admin/settings/legal"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Legal form");

const FORMS: { form: LegalForm; title: string; about: string }[] = [
  { form: "sole-trader", title: "Sole trader", about: "You, under a trading name. No company number." },
  { form: "partnership", title: "Partnership", about: "Two or more people, not registered as a company." },
  { form: "company", title: "Company", about: "Registered at Companies House." },
];

const LABELS = {
  form: "Legal form",
  name: "Legal name",
  number: "Company number",
  registeredIn: "Registered in",
  office: "Registered office",
  ico: "Information Commissioner’s registration",
  vat: "VAT number",
};

export default function LegalPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Legal form" intro="By law, your website and emails must say who owns the business." />
      <EditForm {...loaderData} reply={actionData} labels={LABELS}>
        {(edited) => (
          <div className="group/legal space-y-8">
            <Forms {...edited} />
            <FormSection title="Who you are in law">
              <Field
                label="Legal name"
                hint="Sole trader: your own name. Partnership: every partner’s. Company: its registered name, with Ltd."
                autoComplete="off"
                {...edited.field("name")}
              />
              <OfCompany>
                <div className="grid gap-4 sm:grid-cols-2">
                  <Field label="Company number" {...edited.field("number")} />
                  <Field
                    label="Registered in"
                    hint="England and Wales, for example"
                    {...edited.field("registeredIn")}
                  />
                </div>
                <Field
                  label="Registered office (optional)"
                  hint="Where it is not the practice’s address."
                  {...edited.field("office")}
                />
              </OfCompany>
            </FormSection>
            <FormSection title="Registrations, where you have them">
              <Field
                label="Information Commissioner’s registration (optional)"
                hint="Most practices must pay the data protection fee, from £52 a year. Leave blank if you have no number yet."
                {...edited.field("ico")}
              />
              <Field label="VAT number (optional)" hint="If you are registered for VAT." {...edited.field("vat")} />
            </FormSection>
          </div>
        )}
      </EditForm>
    </div>
  );
}

function Forms({ field, errors }: Edited) {
  const choices = FORMS.map(({ form, title, about }) => ({ value: form, words: title, about }));
  return <RadioChoice name="form" title="Legal form" choices={choices} {...{ field, errors }} />;
}

/** Shown while "Company" is chosen, by the style sheet: so it works before a script, and without one. */
function OfCompany({ children }: { children: ReactNode }) {
  return <div className="hidden space-y-4 group-has-[[value=company]:checked]/legal:block">{children}</div>;
}
