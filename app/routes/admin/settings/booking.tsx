import { href } from "react-router";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { rulesForm, rulesFormOf } from "#app/settings/schemas/booking-rules.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { Field, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/booking.ts";

const page = (): SettingPage<"bookingRules", typeof rulesForm> => ({
  key: "bookingRules",
  form: rulesForm,
  formOf: rulesFormOf,
  next: (stored, value) => ({ ...stored, ...value }),
  address: href("/admin/settings/booking"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Booking");

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
  const sendsMail = useSendsMail();
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Booking" intro="Rules for online booking. Your team can book outside them." />
      <EditForm {...loaderData} reply={actionData} labels={LABELS} previews preview={(typed) => <Preview {...typed} />}>
        {({ field, tick }) => (
          <div className="space-y-4">
            <Field label={LABELS.slotInterval} hint="Steps of 5, up to 240." {...NUMBER} {...field("slotInterval")} />
            <Field
              label={LABELS.notice}
              hint="Enter 0 to allow booking up to the start time. Up to 1440, which is 60 days."
              {...NUMBER}
              {...field("notice")}
            />
            <Field
              label={LABELS.horizonDays}
              hint="Up to 731, which is 24 months."
              {...NUMBER}
              {...field("horizonDays")}
            />
            <Field
              label={LABELS.changeNotice}
              hint="Clients can move or cancel online, free of charge, up to this long before."
              {...NUMBER}
              {...field("changeNotice")}
            />
            <TickBox
              {...tick("chargesLate")}
              hint="We remove “no late fee” from the home page. Say what you charge on the cancellations page."
            >
              {LABELS.chargesLate}
            </TickBox>
            <Field label={LABELS.reminderHours} hint="0 sends none." {...NUMBER} {...field("reminderHours")} />
            <TickBox
              {...tick("waitsForConfirmation")}
              hint="New bookings are Pending until you confirm them. The time is kept meanwhile."
            >
              {LABELS.waitsForConfirmation}
            </TickBox>
            <Field
              label={LABELS.referencePrefix}
              hint="Two to four. New bookings only: a reference that was given keeps its letters."
              autoCapitalize="characters"
              autoComplete="off"
              maxLength={4}
              {...field("referencePrefix")}
            />
            <fieldset className="space-y-4 border-t border-line pt-4">
              <legend className="sr-only">Protection against fake bookings</legend>
              <p>
                <strong>Protection against fake bookings.</strong> Beyond these numbers we email the client a link. We
                keep the time for 30 minutes, or book it when they open the link. Your own bookings are never limited.
                {!sendsMail && " Email is not set up yet, so we ask such a client to call you instead."}
              </p>
              <Field label={LABELS.openPerEmail} {...NUMBER} {...field("openPerEmail")} />
              <Field label={LABELS.openPerPhone} {...NUMBER} {...field("openPerPhone")} />
              <Field
                label={LABELS.bookingsPerOrigin}
                hint="A household or an office shares one."
                {...NUMBER}
                {...field("bookingsPerOrigin")}
              />
              <Field
                label={LABELS.burstPerHour}
                hint={`Then everyone who is not signed in confirms by email.${sendsMail ? " We email you once a day." : ""}`}
                {...NUMBER}
                {...field("burstPerHour")}
              />
              <Field
                label={LABELS.burstPerDay}
                hint="The same, for bookings that come in slowly."
                {...NUMBER}
                {...field("burstPerDay")}
              />
              <Field
                label={LABELS.unprovenPercent}
                hint="At least two times. Unconfirmed bookings never keep more of a day."
                {...NUMBER}
                {...field("unprovenPercent")}
              />
            </fieldset>
          </div>
        )}
      </EditForm>
    </div>
  );
}

const NUMBER = { inputMode: "numeric", autoComplete: "off" } as const;

function Preview(typed: Record<string, string>) {
  const { slotInterval, notice, horizonDays, changeNotice, chargesLate, waitsForConfirmation } = typed;
  return (
    <ul className="list-disc space-y-1 pl-5">
      <li>Times begin every {slotInterval} minutes from the start of each working time.</li>
      <li>We need at least {notice} hours’ notice online.</li>
      <li>We take bookings up to {horizonDays} days ahead.</li>
      <li>It is free to change or cancel until {changeNotice} hours before.</li>
      {chargesLate !== "on" && <li>After that, there is still nothing to pay.</li>}
      <li>
        {waitsForConfirmation === "on" ? "We will confirm each booking." : "A booking is confirmed straight away."}
      </li>
    </ul>
  );
}

const LABELS = {
  slotInterval: "Minutes between times",
  notice: "Hours of notice",
  horizonDays: "Days ahead",
  changeNotice: "Hours before a start for changes",
  chargesLate: "A later change or cancellation may cost something",
  reminderHours: "Hours before a start for the reminder",
  waitsForConfirmation: "Bookings wait for confirmation",
  referencePrefix: "Letters before a reference",
  openPerEmail: "Open bookings for one email address",
  openPerPhone: "Open bookings for one phone number",
  bookingsPerOrigin: "Bookings a day from one connection",
  burstPerHour: "Online bookings in an hour, from everyone",
  burstPerDay: "Online bookings in a day, from everyone",
  unprovenPercent: "Percent of a day’s free time that guests book in an hour",
};
