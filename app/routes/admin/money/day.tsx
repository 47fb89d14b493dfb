import { useState } from "react";
import { data, Form, href, Link, redirect } from "react-router";
import {
  closeDay,
  floatAfter,
  listDayPayments,
  listMonth,
  type MonthDay,
  sumsOfDay,
} from "#app/payments/close-day.server.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import {
  differenceInWords,
  MONEY_ERROR,
  methodName,
  parseMoney,
  parseSum,
  SUMMED_METHODS,
  sumsIn,
  type TakenMethod,
} from "#app/payments/money.ts";
import { listSellersFor } from "#app/payments/sellers.server.ts";
import { addDays, dateWords, dayInWords, localDateOf, localTimeOf, weekdayOf } from "#app/platform/date-time.ts";
import type { Fields, FormReply } from "#app/platform/form-fields.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { priceInField, priceInFull } from "#app/platform/money-words.ts";
import { may, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Button, CONTROL, ErrorSummary, Field, LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/day.ts";

/** Counted in a drawer; the bank's arrive later. */
const COUNTED = ["card", "cash", "voucher"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on || !may(actor, "see", "closings")) throw refusedAs("not-found");
  const { zone } = bookingRules;
  const query = new URL(request.url).searchParams;
  const today = localDateOf(app.clock.now(), zone);
  const day = dayIn(query.get("day")) ?? today;
  const db = app.db.kysely;
  const sellers = await listSellersFor(db, actor, ["see", "closings"]);
  const seller = query.has("seller") ? sellers.find(({ id }) => id === query.get("seller")) : sellers[0];
  if (!seller) throw refusedAs("not-found");
  const of = { sellerId: seller.id, day };
  const isWhole = seller.sees === "everything";
  const [taken, { days: month, lastClosing }] = await Promise.all([
    isWhole ? listDayPayments(db, of) : null,
    listMonth(db, { sellerId: seller.id, month: day.slice(0, 7) }),
  ]);
  const before = month.findLast((one) => one.day < day && one.closing)?.closing ?? lastClosing;
  return {
    ...(payments.online && { paysOnline: true as const }),
    day,
    today,
    sellers,
    seller,
    sells: mayWith(actor, ["change", "payments"], seller.therapistId),
    sums: taken ? sumsIn(taken) : await sumsOfDay(db, of),
    payments: taken?.map(({ at, ...one }) => ({ ...one, time: localTimeOf(at, zone) })) ?? null,
    floatPence: floatAfter(before),
    closing: viewClosing(month.find((one) => one.day === day)?.closing ?? null, zone),
    month: month.map(({ day: one, takenPence, closing }) => ({
      day: one,
      takenPence,
      closing: closing && { differencePence: closing.differencePence, sentence: closing.sentence },
    })),
  };
}

function viewClosing(closing: MonthDay["closing"], zone: string) {
  if (!closing) return null;
  const { methods, floatPence, differencePence, sentence, who, at } = closing;
  const closed = `${dayInWords(localDateOf(at, zone))}, ${localTimeOf(at, zone)}`;
  return { methods, floatPence, differencePence, sentence, closed: who ? `${who}, ${closed}` : closed };
}

function dayIn(typed: unknown): string | null {
  return isLocalDate(typed) ? typed : null;
}

/** `/admin/money?day=2026-11-24`, with the seller where it is not the practice. */
function placeOf({ day, seller }: { day: string; seller: { id: string; therapistId: string | null } }): string {
  return `${href("/admin/money")}?day=${day}${seller.therapistId === null ? "" : `&seller=${seller.id}`}`;
}

type Reply = FormReply;

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields } = await sentTo(request);
  const answer = (reply: Omit<Reply, "typed">, status: number) => data<Reply>({ ...reply, typed: fields }, { status });
  const day = dayIn(fields.day ?? null);
  const seenPence = /^-?\d{1,9}$/.test(fields.seen ?? "") ? Number(fields.seen) : Number.NaN;
  const typed: Fields = { ...fields, banked: fields.banked || "0" };
  const amounts = [...COUNTED, "float" as const, "banked" as const].map(
    (name) => [name, amountOf(name, typed[name] ?? "")] as const,
  );
  const errors = Object.fromEntries(amounts.flatMap(([name, pence]) => (pence === null ? [[name, MONEY_ERROR]] : [])));
  if (day === null) errors.day = "Choose the day again.";
  if (Object.keys(errors).length > 0 || day === null) return answer({ errors }, 422);
  const found = Object.fromEntries(amounts) as Record<TakenMethod | "float" | "banked", number>;
  const { float, banked, ...counted } = found;
  const closing = {
    sellerId: fields.seller ?? PRACTICE_SELLER,
    day,
    counted,
    floatPence: float,
    bankedPence: banked,
    sentence: fields.sentence ?? "",
    seenPence,
  };
  const outcome = await closeDay(app, actor, closing);
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "invalid") return answer({ errors: outcome.errors }, 422);
  if (outcome.kind === "conflict") return answer({ conflict: outcome.message }, 409);
  return redirect(`${href("/admin/money")}?day=${day}&seller=${closing.sellerId}`, 303);
}

/** A drawer holds nothing below zero; a machine may say so when more went back than came. */
function amountOf(name: string, typed: string): number | null {
  return name === "card" || name === "voucher" ? parseSum(typed) : parseMoney(typed);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "End of the day");

export default function EndOfDay({ loaderData, actionData }: Route.ComponentProps) {
  const { day, today, sums, payments, closing, sellers, seller, sells } = loaderData;
  const can = useMay();
  const taken = SUMMED_METHODS.reduce((all, method) => all + sums[method].pence, 0);
  const to = (other: string) => placeOf({ day: other, seller });
  const title = day === today ? "End of the day" : "Money of a day";
  return (
    <>
      <PageHeading title={title} intro={dayInWords(day, { year: true })}>
        <LinkButton to={to(addDays(day, -1))} look="outline" size="small">
          Day before
        </LinkButton>
        {day < today && (
          <LinkButton to={to(addDays(day, 1))} look="outline" size="small">
            Day after
          </LinkButton>
        )}
        {loaderData.paysOnline && sells && (
          <LinkButton to={href("/admin/money/links")} look="outline" size="small">
            Links to pay by
          </LinkButton>
        )}
        {loaderData.paysOnline && can("change", seller.therapistId === null ? "settings" : "sellers") && (
          <LinkButton to={href("/admin/money/payouts/:seller", { seller: seller.id })} look="outline" size="small">
            Payouts
          </LinkButton>
        )}
        {loaderData.paysOnline && can("change", seller.therapistId === null ? "settings" : "sellers") && (
          <LinkButton to={href("/admin/money/disputes")} look="outline" size="small">
            Disputes
          </LinkButton>
        )}
        <LinkButton to={href("/admin/money/unpaid")} look="outline" size="small">
          Unpaid
        </LinkButton>
        <LinkButton to={href("/admin/money/vouchers")} look="outline" size="small">
          Vouchers
        </LinkButton>
        {sells && (
          <LinkButton to={`${href("/admin/money/sell")}?seller=${seller.id}`} look="outline" size="small">
            Sell
          </LinkButton>
        )}
        {can("export", "payments") && (
          <LinkButton to={href("/admin/money/accountant")} look="outline" size="small">
            For the accountant
          </LinkButton>
        )}
      </PageHeading>
      {seller.therapistId !== null && can("change", "sellers") && (
        <p>
          <Link
            to={href("/admin/money/sellers/:therapistId", { therapistId: seller.therapistId })}
            className="prose-link inline-flex min-h-11 items-center"
          >
            Sales and receipts of {seller.name}
          </Link>
        </p>
      )}
      {sellers.length > 1 && (
        <nav aria-label="Seller" className="mb-6 flex flex-wrap gap-x-5">
          {sellers.map((other) => (
            <Link
              key={other.id}
              to={placeOf({ day, seller: other })}
              aria-current={other.id === seller.id ? "page" : undefined}
              className="prose-link inline-flex min-h-11 items-center aria-[current]:font-[650] aria-[current]:no-underline"
            >
              {other.name}
            </Link>
          ))}
        </nav>
      )}
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      {actionData?.errors && <ErrorSummary errors={actionData.errors} />}
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        {closing || !can("change", "closings") ? (
          <Closed {...loaderData} taken={taken} />
        ) : (
          <Count key={`${seller.id} ${day} ${taken}`} {...loaderData} taken={taken} typed={actionData?.typed ?? {}} />
        )}
        <div className="space-y-8">
          {payments === null ? (
            <p>{seller.name} shares totals with the practice, and no single payments.</p>
          ) : (
            <section aria-labelledby="taken">
              <h2 id="taken" className="text-lg">
                {payments.length === 1 ? "1 payment" : `${payments.length} payments`}
              </h2>
              <ul>
                {payments.map(({ id, time, name, method, pence, tipPence, reason, appointmentId, saleId }) => (
                  <li key={id} className="flex items-baseline gap-3 border-b border-line py-2">
                    <span className="figures w-14 shrink-0 whitespace-nowrap">{time}</span>
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      {appointmentId ? (
                        <Link to={href("/admin/appointments/:id/pay", { id: appointmentId })} className="prose-link">
                          {name ?? "Unknown"}
                        </Link>
                      ) : saleId ? (
                        <Link to={href("/admin/money/sales/:id", { id: saleId })} className="prose-link">
                          {name ?? "At the desk"}
                        </Link>
                      ) : (
                        (name ?? "Unknown")
                      )}{" "}
                      <span className="text-sm text-ink-soft">
                        {[
                          methodName(method).toLowerCase(),
                          tipPence > 0 && `${priceInFull(tipPence)} of it tip`,
                          reason,
                        ]
                          .filter(Boolean)
                          .join(", ")}
                      </span>
                    </span>
                    <span className="figures font-[650]">{priceInFull(pence)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Month {...loaderData} />
        </div>
      </div>
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"] & { taken: number };

/** The table of the count: one line a method on a phone, columns on a wide screen. */
const ROW =
  "grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-x-4 border-b border-line py-3 lg:grid-cols-[minmax(0,1fr)_5rem_6rem_8rem_7rem]";
const WIDE = "figures hidden text-right lg:block";
const COLUMNS = ["Method", "Payments", "We expect", "You counted", "Difference"];

function Count({ day, seller, sums, taken, floatPence, typed }: Loaded & { typed: Fields }) {
  const before = (method: TakenMethod) => typed[method] ?? (method === "cash" ? "" : priceInField(sums[method].pence));
  const [fields, setFields] = useState<Fields>({
    ...Object.fromEntries(COUNTED.map((method) => [method, before(method)])),
    ...typed,
  });
  const float = parseMoney(fields.float ?? priceInField(floatPence)) ?? 0;
  const expected = (method: TakenMethod) => sums[method].pence + (method === "cash" ? float : 0);
  const differences = COUNTED.flatMap((method) => {
    const counted = amountOf(method, fields[method] ?? "");
    return counted === null ? [] : [{ method, pence: counted - expected(method) }];
  });
  const difference = differences.reduce((all, { pence }) => all + pence, 0);
  const differs = differences.some(({ pence }) => pence !== 0);
  const stays = (parseMoney(fields.cash ?? "") ?? 0) - (parseMoney(fields.banked || "0") ?? 0);
  return (
    <Form
      method="post"
      className="space-y-5"
      onChange={(event) => {
        const { name, value } = event.target as unknown as { name: string; value: string };
        setFields((old) => ({ ...old, [name]: value }));
      }}
    >
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="seller" value={seller.id} />
      <input type="hidden" name="seen" value={taken} />
      <div>
        <p aria-hidden="true" className={classNames(ROW, "hidden py-2 text-sm text-ink-soft lg:grid")}>
          {COLUMNS.map((column, at) => (
            <span key={column} className={at === 0 ? undefined : "text-right"}>
              {column}
            </span>
          ))}
        </p>
        <ul>
          {COUNTED.map((method) => {
            const off = differences.find((one) => one.method === method)?.pence;
            return (
              <li key={method} className={ROW}>
                <label htmlFor={method}>
                  <span className="font-[650]">{METHOD_AT_END[method].title}</span>
                  <span className="block text-sm text-ink-soft">
                    <span className="lg:sr-only">we expect {priceInFull(expected(method))}</span>
                    {method === "cash" && (
                      <>
                        <span className="lg:hidden">, </span>with {priceInFull(float)} float
                      </>
                    )}
                    {METHOD_AT_END[method].hint && <span className="max-lg:hidden">{METHOD_AT_END[method].hint}</span>}
                  </span>
                  {off !== undefined && <Difference pence={off} className="block text-sm lg:hidden" />}
                </label>
                <span aria-hidden="true" className={WIDE}>
                  {sums[method].count}
                </span>
                <span aria-hidden="true" className={WIDE}>
                  {priceInFull(expected(method))}
                </span>
                <input
                  id={method}
                  name={method}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={before(method)}
                  className={classNames(CONTROL, "figures text-right")}
                />
                <span className={WIDE}>{off !== undefined && <Difference pence={off} />}</span>
              </li>
            );
          })}
          <li className={ROW}>
            <span>
              <span className="font-[650]">Bank transfer</span>
              <span className="block text-sm text-ink-soft">not counted: it arrives later</span>
            </span>
            <span aria-hidden="true" className={WIDE}>
              {sums.bank.count}
            </span>
            <span className="figures text-right">{priceInFull(sums.bank.pence)}</span>
          </li>
          {sums.online.count > 0 && (
            <li className={ROW}>
              <span>
                <span className="font-[650]">Online</span>
                <span className="block text-sm text-ink-soft">not counted: the provider sends it to the bank</span>
              </span>
              <span aria-hidden="true" className={WIDE}>
                {sums.online.count}
              </span>
              <span className="figures text-right">{priceInFull(sums.online.pence)}</span>
            </li>
          )}
          <li className={classNames(ROW, "border-t-2 border-b-0 border-t-ink font-[650]")}>
            <span>Taken, without the float</span>
            <span aria-hidden="true" className={WIDE}>
              {SUMMED_METHODS.reduce((all, method) => all + sums[method].count, 0)}
            </span>
            <span className="figures text-right">{priceInFull(taken)}</span>
            <span className="hidden lg:block" />
            <span aria-hidden="true" className={WIDE}>
              {differs && <Difference pence={difference} />}
            </span>
          </li>
        </ul>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Float in the drawer"
          hint="What was in it as the day began."
          name="float"
          inputMode="decimal"
          defaultValue={typed.float ?? priceInField(floatPence)}
        />
        <Field
          label="Cash for the bank, in pounds (optional)"
          hint={
            stays > 0
              ? `${priceInFull(stays)} stays in the drawer as the next float.`
              : "What you take out of the drawer."
          }
          name="banked"
          inputMode="decimal"
          defaultValue={typed.banked ?? ""}
        />
      </div>
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
      <p className="text-ink-soft">After that the day does not change. Later payments count on the next day.</p>
    </Form>
  );
}

const METHOD_AT_END = {
  card: { title: "Card machine", hint: "The total on its screen." },
  cash: { title: "Cash in the drawer", hint: null },
  voucher: { title: "Paper vouchers", hint: "Bought elsewhere." },
} as const;

function Difference({ pence, className }: { pence: number; className?: string }) {
  return (
    <span className={classNames("font-[650]", pence === 0 ? "text-success" : "text-warning", className)}>
      {differenceInWords(pence)}
    </span>
  );
}

function Closed({ sums, taken, closing }: Loaded) {
  return (
    <section aria-label="Count">
      {closing && (
        <Notice className="mb-4">
          Closed, {differenceInWords(closing.differencePence)}. {closing.sentence}
          <span className="block text-sm">{closing.closed}</span>
        </Notice>
      )}
      <ul>
        {SUMMED_METHODS.filter((method) => method !== "online" || sums.online.count > 0).map((method) => (
          <li key={method} className="flex justify-between gap-3 border-b border-line py-3">
            <span>
              <span className="font-[650]">{methodName(method)}</span>
              {closing && closing.methods[method]?.counted != null && (
                <span className="block text-sm text-ink-soft">
                  counted {priceInFull(closing.methods[method].counted)}
                  {method === "cash" && `, with ${priceInFull(closing.floatPence)} float`}
                  {closing.methods[method].banked !== undefined &&
                    `; ${priceInFull(closing.methods[method].banked)} for the bank`}
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

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A month of closings at a glance. */
function Month({ day, today, seller, month }: Pick<Loaded, "day" | "today" | "seller" | "month">) {
  const first = `${day.slice(0, 7)}-01`;
  const days = Array.from({ length: 31 }, (_, at) => addDays(first, at)).filter(
    (one) => one.slice(0, 7) === day.slice(0, 7),
  );
  const odd = month.filter(({ closing }) => closing && closing.differencePence !== 0);
  const name = dateWords(first, "en-GB", { month: "long", year: "numeric" });
  return (
    <section aria-labelledby="month">
      <h2 id="month" className="mb-2 text-lg">
        {name}
      </h2>
      <ol className="grid grid-cols-7 gap-1">
        {WEEKDAYS.map((weekday) => (
          <li key={weekday} aria-hidden="true" className="text-center text-sm text-ink-soft">
            {weekday.slice(0, 1)}
          </li>
        ))}
        {Array.from({ length: weekdayOf(first) - 1 }, (_, at) => (
          <li key={`before ${at + 1}`} aria-hidden="true" />
        ))}
        {days.map((one) => {
          const found = month.find((other) => other.day === one);
          return (
            <li key={one}>
              {one > today ? (
                <span className="figures flex min-h-8 items-center justify-center text-ink-soft">
                  {Number(one.slice(8))}
                </span>
              ) : (
                <Link
                  to={placeOf({ day: one, seller })}
                  aria-current={one === day ? "date" : undefined}
                  aria-label={`${dayInWords(one)}, ${stateInWords(found)}`}
                  className={classNames(
                    "figures flex min-h-8 items-center justify-center rounded-sm no-underline",
                    lookOf(found),
                    one === day && "font-[650] outline-2 outline-ink",
                  )}
                >
                  {Number(one.slice(8))}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      <p className="mt-2 text-sm text-ink-soft">
        Green: closed and agreed. Amber: closed with a difference. Dashed: open.
      </p>
      <ul className="mt-1 text-sm text-ink-soft">
        {odd.map(({ day: one, closing }) => (
          <li key={one}>
            {Number(one.slice(8))}: {differenceInWords(closing?.differencePence ?? 0)}. {closing?.sentence}
          </li>
        ))}
      </ul>
      <p>
        <Link
          to={`${href("/admin/money/month")}?month=${day.slice(0, 7)}&seller=${seller.id}`}
          className="prose-link inline-flex min-h-11 items-center"
        >
          See {name} as a list
        </Link>
      </p>
    </section>
  );
}

type Found = Loaded["month"][number] | undefined;

function stateInWords(found: Found): string {
  if (!found) return "nothing taken";
  return found.closing ? `closed, ${differenceInWords(found.closing.differencePence)}` : "open";
}

function lookOf(found: Found): string {
  if (!found) return "";
  if (!found.closing) return "outline-1 outline-ink outline-dashed";
  return found.closing.differencePence === 0 ? "bg-success-wash" : "bg-warning-wash font-[650]";
}
