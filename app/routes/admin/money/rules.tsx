import { href } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { moneyRulesForm, moneyRulesFormOf, VAT_ENDS, YEAR_ENDS } from "#app/settings/schemas/money-rules.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Field, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/rules.ts";

const page = (): SettingPage<"moneyRules", typeof moneyRulesForm> => ({
  key: "moneyRules",
  form: moneyRulesForm,
  formOf: moneyRulesFormOf,
  next: (stored, { confirmAbove, ...value }) => ({ ...stored, ...value, confirmAbovePence: confirmAbove * 100 }),
  address: href("/admin/settings/payments/rules"),
});

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, services } = await readPractice(appContextOf(context));
  if (!settings.payments.on) throw refusedAs("not-found");
  return {
    ...(await viewSetting(context, page())),
    services: services.map(({ id, title }) => ({ id, title })),
    charges: settings.bookingRules.chargesLate,
  };
}

export async function action(args: Route.ActionArgs) {
  if (!(await readPractice(appContextOf(args.context))).settings.payments.on) throw refusedAs("not-found");
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Fees and refunds");

const LABELS = {
  feePercent: "Most that a late cancellation or missed appointment costs, in percent of the price",
  returnsFees: "Give a paid fee back by itself once the time is sold again",
  sendsRefunds: "Send a refund that is due back to the card by itself",
  confirmAbove: "Most in pounds that the team gives back or writes off without an owner",
  voucherMonths: "How many months a voucher or course pays",
  yearEnd: "Your accounting year ends on",
  vatEnds: "Your VAT quarters end in",
};

const MONTHS = "January February March April May June July August September October November December".split(" ");

const dayOfYear = (end: string) => `${Number(end.slice(3))} ${MONTHS[Number(end.slice(0, 2)) - 1]}`;

export default function MoneyRules({ loaderData: { services, charges, ...form }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/payments")}>Payments</BackLink>
      <PageHeading title="Fees and refunds" intro="Nothing is charged by itself: someone decides each time." />
      <SavedNotice />
      <EditForm {...form} reply={actionData} labels={LABELS}>
        {({ field, tick }) => (
          <div className="space-y-4">
            <Field
              label={LABELS.feePercent}
              hint={
                charges
                  ? "Clients read it before they book. A fee must not be more than you lose."
                  : "No fee is charged until you state under Settings, Booking that late changes may cost something."
              }
              inputMode="numeric"
              {...field("feePercent")}
            />
            <TickBox
              {...tick("returnsFees")}
              hint="A charged card gets it back, and the client has it as credit otherwise. Untick to decide each time."
            >
              {LABELS.returnsFees}
            </TickBox>
            <TickBox
              {...tick("sendsRefunds")}
              hint="When someone who paid online cancels. Clear this to send each one yourself: Today says that it waits."
            >
              {LABELS.sendsRefunds}
            </TickBox>
            <fieldset>
              <legend className="font-[650]">Services without the right to withdraw</legend>
              <p className="text-sm text-ink-soft">
                For 14 days after booking clients may withdraw, and no fee is charged. Select a service only if an
                adviser has told you that it counts as a leisure activity with a fixed date.
              </p>
              {services.map(({ id, title }) => (
                <TickBox key={id} {...tick(`leisure.${id}`)}>
                  {title}
                </TickBox>
              ))}
            </fieldset>
            <Field
              label={LABELS.confirmAbove}
              hint="Above it, an owner confirms with password or code."
              inputMode="numeric"
              {...field("confirmAbove")}
            />
            <Field
              label={LABELS.voucherMonths}
              hint="At least 12. Those that were sold keep their last day."
              inputMode="numeric"
              {...field("voucherMonths")}
            />
            <Select label={LABELS.yearEnd} hint="Names on receipts go six years later." {...field("yearEnd")}>
              {YEAR_ENDS.map((end) => (
                <option key={end} value={end}>
                  {dayOfYear(end)}
                </option>
              ))}
            </Select>
            <Select label={LABELS.vatEnds} hint="For the figures of a registered seller." {...field("vatEnds")}>
              {VAT_ENDS.map((end) => (
                <option key={end} value={end}>
                  {[0, 3, 6, 9].map((later) => MONTHS[Number(end) - 1 + later]).join(", ")}
                </option>
              ))}
            </Select>
          </div>
        )}
      </EditForm>
    </div>
  );
}
