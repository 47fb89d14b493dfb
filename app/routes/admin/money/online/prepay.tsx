import { data, Form, href, Link } from "react-router";
import { type PrepayView, type RuleView, viewPrepay } from "#app/payments/online/prepay.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { MOST_RULES, type Prepayment, prepaymentForm, WHEN_STOPPED } from "#app/settings/schemas/payments.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { OrderButtons, OrderStale } from "#app/ui/admin/order-buttons.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Field, LinkButton, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/prepay.ts";

const ADDRESS = href("/admin/settings/payments/prepay");

const page: SettingPage<"prepayment", typeof prepaymentForm> = {
  key: "prepayment",
  form: prepaymentForm,
  formOf: ({ rules: _, ...shared }) => shared,
  next: (stored, value) => ({ ...stored, ...value }),
  address: ADDRESS,
};

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!(await readPractice(app)).settings.payments.on) throw refusedAs("not-found");
  return {
    ...(await viewSetting(context, page)),
    view: await viewPrepay(app, requestInfoOf(context).locale),
  };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const app = appContextOf(context);
  if (!(await readPractice(app)).settings.payments.on) throw refusedAs("not-found");
  const { fields, version, intent } = await sentTo(request.clone());
  if (intent !== "up" && intent !== "down") return savedSetting(args, page);
  const at = Number(fields.at);
  const next = (stored: Prepayment) => ({ ...stored, rules: moved(stored.rules, at, intent === "up" ? -1 : 1) });
  const outcome = await saveSetting(app, actorOf(context), { key: "prepayment", version, next });
  if (outcome.kind === "conflict") return data({ kind: "order" as const }, 409);
  if (outcome.kind !== "saved") throw refusedAs("forbidden");
  throw saved(ADDRESS);
}

/** The list with one of them a place further; as it is where there is none, or no place. */
function moved<Item>(items: readonly Item[], at: number, by: number): Item[] {
  const rest = items.filter((_, nth) => nth !== at);
  const item = items[at];
  if (item === undefined || at + by < 0 || at + by >= items.length) return [...items];
  return rest.toSpliced(at + by, 0, item);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Payment when booking");

const LABELS = {
  flagCount: "How many late cancellations, missed appointments or late moves",
  flagMonths: "In how many months",
  whenStopped: "While card payments don’t work",
};

export default function PrepayRules({ loaderData: { view, ...form }, actionData }: Route.ComponentProps) {
  const { rules, past } = view;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/payments")}>Payments</BackLink>
      <PageHeading
        title="Payment when booking"
        intro="A booking is made once it is paid, or once the card is kept. Until then its time is kept for 20 minutes."
      >
        {rules.length < MOST_RULES && (
          <LinkButton to={href("/admin/settings/payments/prepay/:rule", { rule: "new" })} size="small">
            Add a rule
          </LinkButton>
        )}
      </PageHeading>
      <SavedNotice />
      {actionData && "kind" in actionData && actionData.kind === "order" && <OrderStale />}
      <section aria-labelledby="rules">
        <h2 id="rules" className="mb-2 text-xl">
          Rules, as clients read them
        </h2>
        <WhyNot why={view.why} />
        {rules.length > 1 && (
          <p className="mb-2 text-ink-soft">
            The first rule that fits a service and its client counts. Move the rules to change their order.
          </p>
        )}
        <ol>
          {rules.map((rule, at) => (
            <Rule
              key={JSON.stringify([at, rule.words])}
              {...rule}
              at={at}
              places={rules.length}
              version={form.version}
            />
          ))}
        </ol>
        {rules.length > 0 && <Keeping keepPercent={view.keepPercent} />}
      </section>
      {past && <Past {...past} />}
      <section aria-labelledby="shared" className="mt-8 border-t border-line pt-6">
        <h2 id="shared" className="mb-4 text-xl">
          For all rules
        </h2>
        <EditForm {...form} reply={actionData && "typed" in actionData ? actionData : null} labels={LABELS}>
          {({ field }) => (
            <div className="space-y-4">
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
      </section>
    </div>
  );
}

function WhyNot({ why }: Pick<PrepayView, "why">) {
  if (why === null) return null;
  return (
    <Notice tone="warning" className="mb-4">
      {WHY_NOT[why]}{" "}
      {why === "no-till" && (
        <Link to={href("/admin/money/online/:seller", { seller: "1" })} className="prose-link">
          Payments online
        </Link>
      )}
    </Notice>
  );
}

const WHY_NOT = {
  none: "Nothing is paid when booking.",
  "no-till": "No seller takes payments online with a live key, so nothing is asked for yet.",
};

type RuleProps = RuleView & { at: number; places: number; version: number };

function Rule({ words, examples, at, places, version }: RuleProps) {
  const name = `rule ${at + 1}`;
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_18rem] space-y-2">
          {words.map(({ whom, keeping }) => (
            <p key={whom} className="wrap-anywhere">
              <b className="font-[650]">{whom}</b> {keeping}
            </p>
          ))}
          {words.length === 0 && (
            <p>This rule is for no one: its services are gone, or a rule above it always counts.</p>
          )}
        </div>
        <div className="flex items-center gap-3">
          <Link
            to={href("/admin/settings/payments/prepay/:rule", { rule: String(at + 1) })}
            className="prose-link inline-flex min-h-11 items-center"
            aria-label={`Change ${name}`}
          >
            Change
          </Link>
          {places > 1 && (
            <Form method="post" preventScrollReset className="flex gap-1">
              <input type="hidden" name="version" value={version} />
              <OrderButtons name={name} at={at} places={places} />
            </Form>
          )}
        </div>
      </div>
      {examples.length > 0 && (
        <details open={places === 1} className="mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            Before the button
          </summary>
          {examples.map(({ when, pay }) => (
            <div key={when} className="mt-2 rounded-md border border-line p-4">
              <p className="mb-2 font-[650]">{when}</p>
              {pay ? (
                <Example {...pay} />
              ) : (
                <p>Nothing is asked for: no card is kept where nothing could be charged, and no amount under 50p.</p>
              )}
            </div>
          ))}
        </details>
      )}
    </li>
  );
}

function Keeping({ keepPercent }: Pick<PrepayView, "keepPercent">) {
  return (
    <p className="mt-4">
      {keepPercent > 0
        ? `By your rule a late cancellation costs up to ${keepPercent}% of the price. No more than that is kept of what was paid, or may be charged to a kept card.`
        : "By your rules a late cancellation costs nothing, so all that was paid goes back, and no card is kept."}{" "}
      <Link to={href("/admin/settings/payments/rules")} className="prose-link">
        Fees and refunds
      </Link>
    </p>
  );
}

function Example({ rows, lead, rest, button }: NonNullable<RuleView["examples"][number]["pay"]>) {
  return (
    <>
      {rows.map(([what, amount]) => (
        <p key={what} className="flex justify-between gap-4">
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

/** What the saved rules would have done, from the practice's own past. */
function Past({ count, feePence, securedPence }: NonNullable<PrepayView["past"]>) {
  return (
    <section aria-labelledby="past" className="mt-8 border-t border-line pt-6">
      <h2 id="past" className="mb-2 text-xl">
        In the last 13 weeks
      </h2>
      <p className="mt-1 font-[650]">
        {count === 0
          ? "These rules would have asked no one to pay or to leave a card."
          : `These rules would have cost you ${pounds(feePence)} in fees and secured ${pounds(securedPence)}, over ${count} ${count === 1 ? "booking" : "bookings"}.`}
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        From what was booked online. Fees are 1.5% and 20p a payment, and don’t come back with a refund. Secured is what
        your rules would have kept of late cancellations and missed appointments.
      </p>
    </section>
  );
}

const pounds = (pence: number) => (pence === 0 ? "nothing" : priceInFull(pence));
