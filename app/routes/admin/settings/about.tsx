import { href, Link } from "react-router";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { practiceFactsForm, practiceFactsFormOf } from "#app/settings/schemas/practice-facts.ts";
import { type Edited, EditForm, FormSection } from "#app/ui/admin/edit-form.tsx";
import { Field, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/about.ts";

const page = (): SettingPage<"practiceFacts", typeof practiceFactsForm> => ({
  key: "practiceFacts",
  form: practiceFactsForm,
  formOf: practiceFactsFormOf,
  next: (_stored, value) => value,
  address: href("/admin/settings/about"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "About your practice");

const LABELS = {
  isInsured: "Insured",
  insurer: "Insured by (optional)",
  qualifications: "Qualifications",
  registers: "Registers and numbers",
  years: "Years of practice",
  card: "Card",
  cash: "Cash",
  transfer: "Bank transfer",
  isWholePrice: "The price shown is the whole price: no booking fee, no card fee",
  givesReceipts: "Clients get a receipt for their insurer",
  replyDays: "Working days to answer a message",
  isAnyHour: "Help is available at any hour (24/7)",
  startsWithTalk: "A first visit begins with a talk, and clients get ready in private",
  keepsNotes: "You keep notes of visits",
  hasPlainOil: "Fragrance-free oil on request",
  allowsCompany: "Clients may bring someone with them",
  treatsChildren: "You treat people from 12, under 16 with a parent in the room",
  treatsInPregnancy: "You treat in pregnancy after the first 12 weeks",
  parking: "Parking",
  stepFree: "Step-free access",
  hasChangingRoom: "Changing room",
  hasShowers: "Showers",
  allowsDogs: "Assistance dogs welcome",
};

type Name = keyof typeof LABELS;

export default function About({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="About your practice"
        intro="Visitors read a sentence about each of these only if you state it here. Leave out what does not apply."
      />
      <EditForm {...loaderData} reply={actionData} labels={LABELS}>
        {(edited) => (
          <div className="space-y-8">
            <FormSection title="Training and insurance">
              <Ticks {...edited} names={["isInsured"]} />
              <Field label={LABELS.insurer} autoComplete="off" {...edited.field("insurer")} />
              <Field
                label={LABELS.qualifications}
                hint="Like: Level 5 Diploma in Sports Massage"
                autoComplete="off"
                {...edited.field("qualifications")}
              />
              <Field
                label={LABELS.registers}
                hint="Like: CNHC 12345"
                autoComplete="off"
                {...edited.field("registers")}
              />
              <Field label={LABELS.years} inputMode="numeric" autoComplete="off" {...edited.field("years")} />
            </FormSection>
            <FormSection title="Prices and paying">
              <Ticks {...edited} names={["card", "cash", "transfer", "isWholePrice", "givesReceipts"]} />
            </FormSection>
            <FormSection
              title="Answering"
              intro={
                <>
                  The hours when you answer the phone are under{" "}
                  <Link to={href("/admin/settings/operation-hours")} className="prose-link">
                    Operation hours
                  </Link>
                  .
                </>
              }
            >
              <Field label={LABELS.replyDays} inputMode="numeric" autoComplete="off" {...edited.field("replyDays")} />
              <Ticks {...edited} names={["isAnyHour"]} />
            </FormSection>
            <FormSection title="How you treat">
              <Ticks
                {...edited}
                names={[
                  "startsWithTalk",
                  "keepsNotes",
                  "hasPlainOil",
                  "allowsCompany",
                  "treatsChildren",
                  "treatsInPregnancy",
                ]}
              />
            </FormSection>
            <FormSection title="Your premises">
              <Field
                label={LABELS.parking}
                hint="One sentence, as visitors read it."
                autoComplete="off"
                {...edited.field("parking")}
              />
              <Field
                label={LABELS.stepFree}
                hint="One sentence, as visitors read it."
                autoComplete="off"
                {...edited.field("stepFree")}
              />
              <Ticks {...edited} names={["hasChangingRoom", "hasShowers", "allowsDogs"]} />
            </FormSection>
          </div>
        )}
      </EditForm>
    </div>
  );
}

function Ticks({ tick, names }: Edited & { names: readonly Name[] }) {
  return names.map((name) => (
    <TickBox key={name} id={name} {...tick(name)}>
      {LABELS[name]}
    </TickBox>
  ));
}
