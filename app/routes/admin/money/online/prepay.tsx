import { href, Link } from "react-router";
import { hasCardKeeper, type PrepayView, viewPrepay } from "#app/payments/online/prepay.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import {
  PREPAYS,
  prepaymentForm,
  prepaymentFormOf,
  WHEN_STOPPED,
  WHO_PREPAYS,
} from "#app/settings/schemas/payments.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { TickBox } from "#app/ui/admin/tick-box.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/prepay.ts";

const page = (canKeepCards: boolean): SettingPage<"prepayment", ReturnType<typeof prepaymentForm>> => ({
  key: "prepayment",
  form: prepaymentForm({ canKeepCards }),
  formOf: prepaymentFormOf,
  next: (stored, { pounds, ...value }) => ({ ...stored, ...value, pence: pounds * 100 }),
  address: href("/admin/settings/payments/prepay"),
});

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { settings, services } = await readPractice(app);
  if (!settings.payments.on) throw refusedAs("not-found");
  const view = await viewPrepay(app, requestInfoOf(context).locale);
  return {
    ...(await viewSetting(context, page(view.canKeepCards))),
    services: services.map(({ id, title }) => ({ id, title })),
    view,
    who: settings.prepayment.who,
    what: settings.prepayment.what,
  };
}

export async function action(args: Route.ActionArgs) {
  if (!(await readPractice(appContextOf(args.context))).settings.payments.on) throw refusedAs("not-found");
  return savedSetting(args, page(await hasCardKeeper(appContextOf(args.context))));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Payment when booking");

const LABELS = {
  who: "Who pays",
  what: "What they pay when they book online",
  pounds: "Fixed amount in pounds",
  percent: "Share of the price in percent",
  flagCount: "How many late cancellations, missed appointments or late moves",
  flagMonths: "In how many months",
  whenStopped: "While card payments don’t work",
};

export default function PrepayRule({
  loaderData: { services, view, who, what: rule, ...form },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/payments")}>Payments</BackLink>
      <PageHeading
        title="Payment when booking"
        intro="A booking stands once it is paid, or once the card is kept. Until then its time is kept for 20 minutes."
      />
      <SavedNotice />
      <EditForm {...form} reply={actionData} labels={LABELS}>
        {({ field, tick }) => (
          <div className="space-y-4">
            <Select
              label={LABELS.who}
              hint="Anyone who isn’t signed in counts as new. We know who cancelled late or missed if they sign in, or if you book them yourself. They read the dates in their account, and you can lift it on their page."
              {...field("who")}
            >
              {Object.entries(WHO_PREPAYS).map(([who, words]) => (
                <option key={who} value={who}>
                  {words}
                </option>
              ))}
            </Select>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label={LABELS.flagCount}
                hint="Counts where those clients pay or leave a card."
                inputMode="numeric"
                {...field("flagCount")}
              />
              <Field label={LABELS.flagMonths} inputMode="numeric" {...field("flagMonths")} />
            </div>
            <Select
              label={LABELS.what}
              hint={
                view.canKeepCards
                  ? "A kept card costs you nothing until you charge it. Sellers who are paid through SumUp can’t keep cards, so their bookings need none."
                  : "Cards can be kept once a seller is paid through Stripe."
              }
              {...field("what")}
            >
              {Object.entries(PREPAYS)
                .filter(([what]) => what !== "card" || view.canKeepCards || rule === "card")
                .map(([what, words]) => (
                  <option key={what} value={what}>
                    {words}
                  </option>
                ))}
            </Select>
            <Field label={LABELS.pounds} hint="Counts for “a fixed amount”." inputMode="numeric" {...field("pounds")} />
            <Field label={LABELS.percent} hint="Counts for “a share”." inputMode="numeric" {...field("percent")} />
            <fieldset>
              <legend className="font-[650]">For these services</legend>
              {services.map(({ id, title }) => (
                <TickBox key={id} {...tick(`services.${id}`)}>
                  {title}
                </TickBox>
              ))}
            </fieldset>
            <Select
              label={LABELS.whenStopped}
              hint="When your key is taken back, or after three minutes without an answer from your provider."
              {...field("whenStopped")}
            >
              {Object.entries(WHEN_STOPPED).map(([choice, words]) => (
                <option key={choice} value={choice}>
                  {words}
                </option>
              ))}
            </Select>
          </div>
        )}
      </EditForm>
      {view.past.length > 0 && <Past past={view.past} who={who} keepsCard={rule === "card"} />}
      <AsRead {...view} keepsCard={rule === "card"} />
    </div>
  );
}

/** What is saved, exactly as clients read it before they press. */
function AsRead({ why, keepPercent, examples, keepsCard }: PrepayView & { keepsCard: boolean }) {
  return (
    <section aria-labelledby="as-read" className="mt-8 border-t border-line pt-6">
      <h2 id="as-read" className="mb-2 text-xl">
        As clients read it
      </h2>
      {why && (
        <Notice tone="warning" className="mb-4">
          {WHY_NOT[why]}{" "}
          {why === "no-till" && (
            <Link to={href("/admin/money/online/:seller", { seller: "1" })} className="prose-link">
              Payments online
            </Link>
          )}
        </Notice>
      )}
      <p>
        {ruleInWords({ keepPercent, keepsCard })}{" "}
        <Link to={href("/admin/settings/payments/rules")} className="prose-link">
          Fees and refunds
        </Link>
      </p>
      {examples.length > 0 && (
        <p className="mt-2">
          Your policies and your questions and answers say how clients pay: read whether that is still true.
        </p>
      )}
      {examples.map(({ when, pay }) => (
        <div key={when} className="mt-4 rounded-md border border-line p-4">
          <p className="mb-2 font-[650]">{when}</p>
          {pay ? <Example {...pay} /> : <p>No card is kept: nothing could be charged within 14 days of the booking.</p>}
        </div>
      ))}
    </section>
  );
}

function ruleInWords({ keepPercent, keepsCard }: { keepPercent: number; keepsCard: boolean }): string {
  if (keepPercent > 0) {
    const last = keepsCard ? "may be charged to a kept card" : "is kept of what was paid";
    return `By your rule a late cancellation costs up to ${keepPercent}% of the price. No more than that ${last}.`;
  }
  return keepsCard
    ? "By your rules a late cancellation costs nothing, so no card is kept."
    : "By your rules a late cancellation costs nothing, so all that was paid goes back.";
}

function Example({ rows, lead, rest, button }: NonNullable<PrepayView["examples"][number]["pay"]>) {
  return (
    <>
      {rows.map(([what, amount]) => (
        <p key={what} className="flex justify-between">
          {what} <b>{amount}</b>
        </p>
      ))}
      <p className="mt-2">
        <strong className="font-[650]">{lead}</strong> {rest}
      </p>
      <p className="mt-2">Button: “{button}”</p>
    </>
  );
}

/** What the saved rule would have done, from the practice's own past. */
function Past({ past, who, keepsCard }: { past: PrepayView["past"]; who: string; keepsCard: boolean }) {
  const own = past.find((one) => one.who === who);
  return (
    <section aria-labelledby="past" className="mt-8 border-t border-line pt-6">
      <h2 id="past" className="mb-2 text-xl">
        In the last 13 weeks
      </h2>
      {own && <p className="mt-1 font-[650]">{pastInWords(own, keepsCard)}</p>}
      <ul className="mt-2">
        {past
          .filter((one) => one.who !== who)
          .map((one) => (
            <li key={one.who} className="mt-1">
              {WHO_PREPAYS[one.who]}: {pounds(one.feePence)} in fees, {pounds(one.securedPence)} secured.
            </li>
          ))}
      </ul>
      <p className="mt-2 text-sm text-ink-soft">
        From what was booked online. Fees are 1.5% and 20p a payment, and don’t come back with a refund. Secured is what
        your rule would have kept of late cancellations and missed appointments.
      </p>
    </section>
  );
}

const pounds = (pence: number) => (pence === 0 ? "nothing" : priceInFull(pence));

const pastInWords = ({ count, feePence, securedPence }: PrepayView["past"][number], keepsCard: boolean) =>
  count === 0
    ? `This rule would have asked no one ${keepsCard ? "for a card" : "to pay"}.`
    : `This rule would have cost you ${pounds(feePence)} in fees and secured ${pounds(securedPence)}, over ${count} ${count === 1 ? "booking" : "bookings"}.`;

const WHY_NOT = {
  none: "Nothing is paid when booking.",
  "no-till": "No seller takes payments online with a live key, so nothing is asked for yet.",
};
