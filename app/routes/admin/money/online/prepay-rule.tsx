import { Form, href } from "react-router";
import { hasCardKeeper } from "#app/payments/online/prepay.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import {
  MOST_RULES,
  NEW_RULE,
  PREPAYS,
  type Prepayment,
  prepaymentRuleForm,
  prepaymentRuleFormOf,
  prepaymentRuleOf,
  WHO_PREPAYS,
} from "#app/settings/schemas/payments.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Field, FieldError, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/prepay-rule.ts";

const ADDRESS = href("/admin/settings/payments/prepay");

/** Its place in the list, from 0; the end of the list for a new one. */
async function placeIn({ params, context }: Pick<Route.LoaderArgs, "params" | "context">): Promise<number> {
  const { payments, prepayment } = (await readPractice(appContextOf(context))).settings;
  const { length } = prepayment.rules;
  const nth = params.rule === "new" ? length : Number(params.rule) - 1;
  const most = params.rule === "new" ? MOST_RULES - 1 : length - 1;
  if (!payments.on || !Number.isInteger(nth) || nth < 0 || nth > most) throw refusedAs("not-found");
  return nth;
}

type Page = SettingPage<"prepayment", ReturnType<typeof prepaymentRuleForm>>;

const page = (nth: number, canKeepCards: boolean): Page => ({
  key: "prepayment",
  form: prepaymentRuleForm({ canKeepCards }),
  formOf: ({ rules }) => prepaymentRuleFormOf(rules[nth] ?? NEW_RULE),
  next: (stored, value) => ({ ...stored, rules: stored.rules.toSpliced(nth, 1, prepaymentRuleOf(value)) }),
  address: ADDRESS,
});

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const nth = await placeIn({ params, context });
  const { settings, services } = await readPractice(app);
  const canKeepCards = await hasCardKeeper(app);
  return {
    ...(await viewSetting(context, page(nth, canKeepCards))),
    services: services.map(({ id, title }) => ({ id, title })),
    keepsCard: settings.prepayment.rules[nth]?.what === "card",
    noticeHours: settings.bookingRules.changeNotice / 60,
    number: params.rule === "new" ? null : nth + 1,
    canKeepCards,
  };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const app = appContextOf(context);
  const nth = await placeIn(args);
  const sent = await sentTo(request.clone());
  const form = page(nth, await hasCardKeeper(app));
  if (sent.intent !== "remove") return savedSetting(args, form);
  const next = (stored: Prepayment) => ({ ...stored, rules: stored.rules.filter((_, at) => at !== nth) });
  const outcome = await saveSetting(app, actorOf(context), { key: "prepayment", version: sent.version, next });
  if (outcome.kind === "conflict") {
    return stale(sent, { theirs: form.formOf(outcome.current.prepayment), version: outcome.version });
  }
  if (outcome.kind !== "saved") throw refusedAs("forbidden");
  throw saved(ADDRESS);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Rule for payment when booking");

const LABELS = {
  who: "Who pays",
  what: "What they pay when they book online",
  pounds: "Fixed amount in pounds",
  percent: "Share of the price in percent",
  hours: "Free to cancel until so many hours before (optional)",
  isForAll: "All services",
};

export default function PrepayRule({ loaderData, actionData }: Route.ComponentProps) {
  const { services, number, canKeepCards, keepsCard, noticeHours, ...form } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to={ADDRESS}>Payment when booking</BackLink>
      <PageHeading title={number === null ? "Add a rule" : `Rule ${number}`} />
      <EditForm {...form} reply={actionData} labels={LABELS}>
        {({ field, tick, errors }) => (
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
            <Select
              label={LABELS.what}
              hint={
                canKeepCards
                  ? "A kept card costs you nothing until you charge it. Sellers who are paid through SumUp can’t keep cards, so their bookings need none."
                  : "Cards can be kept once a seller is paid through Stripe."
              }
              {...field("what")}
            >
              {Object.entries(PREPAYS)
                .filter(([what]) => what !== "card" || canKeepCards || keepsCard)
                .map(([what, words]) => (
                  <option key={what} value={what}>
                    {words}
                  </option>
                ))}
            </Select>
            <Field label={LABELS.pounds} hint="Counts for “a fixed amount”." inputMode="numeric" {...field("pounds")} />
            <Field label={LABELS.percent} hint="Counts for “a share”." inputMode="numeric" {...field("percent")} />
            <Field
              label={LABELS.hours}
              hint={`Leave blank for your notice of ${noticeHours} hours. A rule can be kinder than that, not stricter.`}
              inputMode="numeric"
              {...field("hours")}
            />
            <fieldset aria-describedby={errors.isForAll && "services-error"}>
              <legend className="font-[650]">For these services</legend>
              {errors.isForAll && <FieldError id="services-error">{errors.isForAll}</FieldError>}
              <TickBox {...tick("isForAll")} id="isForAll">
                {LABELS.isForAll}
              </TickBox>
              {services.map(({ id, title }) => (
                <TickBox key={id} {...tick(`services.${id}`)}>
                  {title}
                </TickBox>
              ))}
            </fieldset>
          </div>
        )}
      </EditForm>
      {number !== null && (
        <details className="mt-12 border-t border-line pt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            Remove this rule
          </summary>
          <Form method="post" className="mt-3 space-y-3">
            <input type="hidden" name="version" value={form.version} />
            <p>New bookings follow the rules that are left. What was agreed before stays.</p>
            <Button name="intent" value="remove" look="danger" size="small">
              Remove rule
            </Button>
          </Form>
        </details>
      )}
    </div>
  );
}
