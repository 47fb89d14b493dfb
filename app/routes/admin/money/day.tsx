import { useState } from "react";
import { data, Form, href, Link, redirect } from "react-router";
import { priceInField, priceInFull } from "#app/catalogue/price.ts";
import { FILES, taxQuarterOf } from "#app/payments/accountant-files.ts";
import { closeDay, listClosings, listDayPayments, sumsOfDay } from "#app/payments/close-day.server.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import { MONEY_ERROR, methodName, parseMoney, TAKEN_METHODS, type TakenMethod } from "#app/payments/money.ts";
import { dateWords, dayInWords } from "#app/platform/date-words.ts";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { addDays, localDateOf, localTimeOf, weekdayOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { CONTROL, Field, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/day.ts";

/** Counted in a drawer; the bank's arrive later. */
const COUNTED = ["card", "cash", "voucher"] as const;
const FLOAT_PENCE = 4000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on || !may(actor, "see", "closings")) throw refusedAs("not-found");
  const { zone } = bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const day = dayIn(new URL(request.url).searchParams.get("day")) ?? today;
  const of = { sellerId: PRACTICE_SELLER, day };
  const month = day.slice(0, 7);
  const [sums, taken, closings] = await Promise.all([
    sumsOfDay(app.db.kysely, of),
    listDayPayments(app.db.kysely, of),
    listClosings(app.db.kysely, { sellerId: PRACTICE_SELLER, from: `${month}-01`, to: `${month}-31` }),
  ]);
  return {
    day,
    today,
    sums,
    payments: taken.map(({ at, ...one }) => ({ ...one, time: localTimeOf(at, zone) })),
    closing: closings.find((one) => one.day === day) ?? null,
    closedDays: closings.map(({ day: one, differencePence, sentence }) => ({ day: one, differencePence, sentence })),
  };
}

function dayIn(typed: unknown): string | null {
  return isLocalDate(typed) ? typed : null;
}

type Reply = { errors?: FieldErrors; conflict?: string; typed: Fields };

export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await sentTo(request);
  const answer = (reply: Omit<Reply, "typed">, status: number) => data<Reply>({ ...reply, typed: fields }, { status });
  const day = dayIn(fields.day ?? null);
  const seenPence = /^-?\d{1,9}$/.test(fields.seen ?? "") ? Number(fields.seen) : Number.NaN;
  const amounts = [...COUNTED, "float" as const].map((name) => [name, parseMoney(fields[name] ?? "")] as const);
  const errors = Object.fromEntries(amounts.flatMap(([name, pence]) => (pence === null ? [[name, MONEY_ERROR]] : [])));
  if (day === null) errors.day = "Choose the day again.";
  if (Object.keys(errors).length > 0 || day === null) return answer({ errors }, 422);
  const found = Object.fromEntries(amounts) as Record<TakenMethod | "float", number>;
  const { float, ...counted } = found;
  const closing = {
    sellerId: PRACTICE_SELLER,
    day,
    counted,
    floatPence: float,
    sentence: fields.sentence ?? "",
    seenPence,
  };
  const outcome = await closeDay(appContextOf(context), actorOf(context), closing);
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "invalid") return answer({ errors: outcome.errors as FieldErrors }, 422);
  if (outcome.kind === "conflict") return answer({ conflict: outcome.message }, 409);
  return redirect(`${href("/admin/money")}?day=${day}`, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "End of the day");

export default function EndOfDay({ loaderData, actionData }: Route.ComponentProps) {
  const { day, today, sums, payments, closing } = loaderData;
  const can = useMay();
  const taken = TAKEN_METHODS.reduce((all, method) => all + sums[method].pence, 0);
  return (
    <>
      <PageHeading title={day === today ? "End of the day" : "Money of a day"} intro={dayInWords(day, { year: true })}>
        <LinkButton to={`?day=${addDays(day, -1)}`} look="outline" size="small">
          Day before
        </LinkButton>
        {day < today && (
          <LinkButton to={`?day=${addDays(day, 1)}`} look="outline" size="small">
            Day after
          </LinkButton>
        )}
        <LinkButton to={href("/admin/money/unpaid")} look="outline" size="small">
          Unpaid
        </LinkButton>
      </PageHeading>
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      {actionData?.errors && <ErrorSummary errors={actionData.errors} />}
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-[minmax(0,1fr)_23rem]">
        {closing || !can("change", "closings") ? (
          <Closed {...loaderData} taken={taken} />
        ) : (
          <Count key={`${day} ${taken}`} {...loaderData} taken={taken} typed={actionData?.typed ?? {}} />
        )}
        <div className="space-y-8">
          <section aria-labelledby="taken">
            <h2 id="taken" className="text-lg">
              {payments.length === 1 ? "1 payment" : `${payments.length} payments`}
            </h2>
            <ul>
              {payments.map(({ id, time, name, method, pence, tipPence, reason, appointmentId }) => (
                <li key={id} className="flex items-baseline gap-3 border-b border-line py-2">
                  <span className="figures w-14 shrink-0 whitespace-nowrap">{time}</span>
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    {appointmentId ? (
                      <Link to={href("/admin/appointments/:id/pay", { id: appointmentId })} className="prose-link">
                        {name ?? "Unknown"}
                      </Link>
                    ) : (
                      (name ?? "Unknown")
                    )}{" "}
                    <span className="text-sm text-ink-soft">
                      {[methodName(method).toLowerCase(), tipPence > 0 && `${priceInFull(tipPence)} of it tip`, reason]
                        .filter(Boolean)
                        .join(", ")}
                    </span>
                  </span>
                  <span className="figures font-[650]">{priceInFull(pence)}</span>
                </li>
              ))}
            </ul>
          </section>
          <Month {...loaderData} />
          {can("export", "payments") && <ForAccountant {...loaderData} />}
        </div>
      </div>
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"] & { taken: number };

function Count({ day, sums, taken, typed }: Loaded & { typed: Fields }) {
  const [fields, setFields] = useState<Fields>(typed);
  const float = parseMoney(fields.float ?? priceInField(FLOAT_PENCE)) ?? 0;
  const expected = (method: TakenMethod) => sums[method].pence + (method === "cash" ? float : 0);
  const differences = COUNTED.flatMap((method) => {
    const counted = parseMoney(fields[method] ?? "");
    return counted === null ? [] : [{ method, pence: counted - expected(method) }];
  });
  const difference = differences.reduce((all, { pence }) => all + pence, 0);
  const differs = differences.some(({ pence }) => pence !== 0);
  return (
    <Form
      method="post"
      className="space-y-5"
      onChange={(event) => {
        const { name, value } = event.target as unknown as { name: string; value: string };
        setFields((before) => ({ ...before, [name]: value }));
      }}
    >
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="seen" value={taken} />
      <ul>
        {COUNTED.map((method) => {
          const off = differences.find((one) => one.method === method)?.pence;
          return (
            <li
              key={method}
              className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-3 border-b border-line py-3"
            >
              <label htmlFor={method}>
                <span className="font-[650]">{method === "cash" ? "Cash in the drawer" : methodName(method)}</span>
                <span className="block text-sm text-ink-soft">
                  we expect {priceInFull(expected(method))}
                  {method === "cash" && `, with ${priceInFull(float)} float`}
                </span>
                {off !== undefined && <span className="block text-sm font-[650]">{differenceInWords(off)}</span>}
              </label>
              <input
                id={method}
                name={method}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={typed[method] ?? (method === "cash" ? "" : priceInField(Math.max(0, expected(method))))}
                className={classNames(CONTROL, "figures text-right")}
              />
            </li>
          );
        })}
        <li className="flex justify-between gap-3 border-b border-line py-3">
          <span>
            <span className="font-[650]">Bank transfer</span>
            <span className="block text-sm text-ink-soft">not counted: it arrives later</span>
          </span>
          <span className="figures">{priceInFull(sums.bank.pence)}</span>
        </li>
        <li className="flex justify-between gap-3 border-t-2 border-ink py-3 font-[650]">
          <span>Taken, without the float</span>
          <span className="figures">{priceInFull(taken)}</span>
        </li>
      </ul>
      <Field
        label="Float in the drawer"
        name="float"
        inputMode="decimal"
        defaultValue={typed.float ?? priceInField(FLOAT_PENCE)}
      />
      {differs && (
        <Notice tone="warning" live>
          {differenceInWords(difference)}. Count once more. If it stays, say in one sentence what happened.
        </Notice>
      )}
      <Field
        label="What happened (if there is a difference)"
        name="sentence"
        maxLength={300}
        defaultValue={typed.sentence ?? ""}
      />
      <Button>{differs ? `Close the day, ${differenceInWords(difference)}` : "Close the day"}</Button>
      <p className="text-ink-soft">After that the day does not change. What comes later counts on the next day.</p>
    </Form>
  );
}

function differenceInWords(pence: number): string {
  if (pence === 0) return "agrees";
  return pence < 0 ? `${priceInFull(-pence)} short` : `${priceInFull(pence)} over`;
}

function Closed({ sums, taken, closing }: Loaded) {
  return (
    <section aria-label="Count">
      {closing && (
        <Notice className="mb-4">
          Closed, {differenceInWords(closing.differencePence)}. {closing.sentence}
        </Notice>
      )}
      <ul>
        {TAKEN_METHODS.map((method) => (
          <li key={method} className="flex justify-between gap-3 border-b border-line py-3">
            <span>
              <span className="font-[650]">{methodName(method)}</span>
              {closing && closing.methods[method]?.counted != null && (
                <span className="block text-sm text-ink-soft">
                  counted {priceInFull(closing.methods[method].counted)}
                  {method === "cash" && `, with ${priceInFull(closing.floatPence)} float`}
                </span>
              )}
            </span>
            <span className="figures">{priceInFull(sums[method].pence)}</span>
          </li>
        ))}
        <li className="flex justify-between gap-3 border-t-2 border-ink py-3 font-[650]">
          <span>Taken</span>
          <span className="figures">{priceInFull(taken)}</span>
        </li>
      </ul>
    </section>
  );
}

/** A month of closings at a glance. */
function Month({ day, today, closedDays }: Pick<Loaded, "day" | "today" | "closedDays">) {
  const first = `${day.slice(0, 7)}-01`;
  const days = Array.from({ length: 31 }, (_, at) => addDays(first, at)).filter(
    (one) => one.slice(0, 7) === day.slice(0, 7),
  );
  const odd = closedDays.filter(({ differencePence }) => differencePence !== 0);
  return (
    <section aria-labelledby="month">
      <h2 id="month" className="mb-2 text-lg">
        {dateWords(first, "en-GB", { month: "long", year: "numeric" })}
      </h2>
      <ol className="grid grid-cols-7 gap-1">
        {Array.from({ length: weekdayOf(first) - 1 }, (_, at) => (
          <li key={`before ${at + 1}`} aria-hidden="true" />
        ))}
        {days.map((one) => {
          const closed = closedDays.find((closing) => closing.day === one);
          const look = closed ? (closed.differencePence === 0 ? "bg-success-wash" : "bg-warning-wash font-[650]") : "";
          const state = closed ? `closed, ${differenceInWords(closed.differencePence)}` : "not closed";
          return (
            <li key={one}>
              {one > today ? (
                <span className="figures flex min-h-8 items-center justify-center text-ink-soft">
                  {Number(one.slice(8))}
                </span>
              ) : (
                <Link
                  to={`?day=${one}`}
                  aria-current={one === day ? "date" : undefined}
                  aria-label={`${dayInWords(one)}, ${state}`}
                  className={classNames(
                    "figures flex min-h-8 items-center justify-center rounded-sm no-underline",
                    look,
                    one === day && "outline-1 outline-ink outline-dashed",
                  )}
                >
                  {Number(one.slice(8))}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      <ul className="mt-2 text-sm text-ink-soft">
        {odd.map(({ day: one, differencePence, sentence }) => (
          <li key={one}>
            {Number(one.slice(8))}: {differenceInWords(differencePence)}. {sentence}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SYSTEMS: Record<(typeof FILES)[number], string> = {
  ledger: "Plain ledger",
  freeagent: "FreeAgent",
  xero: "Xero bank statement",
  quickbooks: "QuickBooks",
};

function ForAccountant({ today }: Pick<Loaded, "today">) {
  return (
    <section aria-labelledby="accountant">
      <h2 id="accountant" className="text-lg">
        For the accountant
      </h2>
      <p className="mb-3 text-sm text-ink-soft">
        Every payment of these days, without names. A payment has the same reference in every file.
      </p>
      <Form
        method="get"
        role="search"
        aria-label="Payments to download"
        action={href("/admin/money/export.csv")}
        reloadDocument
        className="grid grid-cols-2 gap-3"
      >
        <Select label="For" name="file" className="col-span-2">
          {FILES.map((file) => (
            <option key={file} value={file}>
              {SYSTEMS[file]}
            </option>
          ))}
        </Select>
        <Field label="First day" type="date" name="from" defaultValue={taxQuarterOf(today).from} />
        <Field label="Last day" type="date" name="to" defaultValue={today} />
        <Button look="outline" size="small" className="col-span-2">
          Download
        </Button>
      </Form>
    </section>
  );
}
