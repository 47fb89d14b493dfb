import { href } from "react-router";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { businessForm, businessFormOf } from "#app/settings/schemas/business.ts";
import { type Edited, EditForm, FormSection } from "#app/ui/admin/edit-form.tsx";
import { Field, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/business.ts";

const page = (): SettingPage<"business", typeof businessForm> => ({
  key: "business",
  form: businessForm,
  formOf: businessFormOf,
  next: (stored, value) => ({ ...stored, ...value }),
  address: href("/admin/settings/business"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Business details");

export default function Business({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Business details" />
      <EditForm
        {...loaderData}
        reply={actionData}
        labels={LABELS}
        confirms
        previews
        preview={(typed) => <Preview {...typed} />}
      >
        {(edited) => (
          <>
            <Reached {...edited} />
            <Place {...edited} />
          </>
        )}
      </EditForm>
    </div>
  );
}

function Reached({ field }: Edited) {
  return (
    <FormSection title="Who you are">
      <Field label="Name" {...field("name")} />
      <Field label="Full name" hint="Leave blank to use the name above." {...field("fullName")} />
      <TextArea
        label="A line about you"
        hint="Shown in the footer. Leave blank to use our standard text."
        rows={3}
        {...field("blurb")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Telephone" type="tel" {...field("phone")} />
        <Field label="Mobile (optional)" type="tel" {...field("mobile")} />
        <Field label="E-mail" type="email" {...field("email")} />
        <Field label="E-mail for privacy (optional)" type="email" {...field("privacyEmail")} />
      </div>
    </FormSection>
  );
}

function Place({ field }: Edited) {
  return (
    <FormSection
      title="Where you are"
      intro="Without premises, leave the address blank and enter the area where you visit clients."
    >
      <Field label="Street" {...field("address.street")} />
      <Field label="Locality" {...field("address.locality")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Town" {...field("address.town")} />
        <Field label="Postcode" {...field("address.postcode")} />
      </div>
      <Field
        label="Area you serve"
        hint="For a practice without premises, like Leeds and Harrogate. Shown in place of the address."
        {...field("area")}
      />
      <Field
        label="On a map"
        hint="Latitude and longitude (optional). Helps search engines show you on a map."
        {...field("geo")}
      />
      <TextArea label="Directions" rows={2} {...field("directions")} />
    </FormSection>
  );
}

function Preview(typed: Record<string, string>) {
  const lines = ["street", "locality", "town", "postcode"].map((part) => typed[`address.${part}`]).filter(Boolean);
  return (
    <>
      <p className="text-lg font-[650]">{typed.fullName}</p>
      <p className="mt-1">{typed.blurb}</p>
      <p className="mt-2">
        {typed.phone}, {typed.email}
      </p>
      <p>{lines.join(", ") || (typed.area && `Serving ${typed.area}`)}</p>
      <p className="text-ink-soft">{typed.directions}</p>
    </>
  );
}

const LABELS = {
  name: "Name",
  fullName: "Full name",
  blurb: "A line about you",
  phone: "Telephone",
  mobile: "Mobile",
  email: "E-mail",
  privacyEmail: "E-mail for privacy",
  directions: "Directions",
  street: "Street",
  locality: "Locality",
  town: "Town",
  postcode: "Postcode",
  area: "Area you serve",
  geo: "On a map",
};
