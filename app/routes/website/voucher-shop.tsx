import { data, redirect } from "react-router";
import { MODE_WORDS } from "#app/payments/online/provider.ts";
import { orderVoucher, readShop } from "#app/payments/shop/buy-voucher.server.ts";
import {
  AMOUNT,
  courseForm,
  LONGEST_MESSAGE,
  monthsInWords,
  type NewOrder,
  orderForm,
  sessionsInWords,
  termsOf,
} from "#app/payments/shop/order.form.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import { type Fields, type FormReply, fieldsFrom, readFields } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull, priceInProse } from "#app/platform/money-words.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Button, ErrorSummary, Field, FieldError, Notice, Select, TextArea } from "#app/ui/controls.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/voucher-shop.ts";

/** `?course`: the one that is bought, in place of a gift voucher. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const shop = await readShop(app);
  if (shop.kind === "off") throw data(null, { status: 404 });
  const phone = await phoneOf(app);
  if (shop.kind === "shut") return { kind: shop.kind, phone };
  const { seller, mode, bounds, courses } = shop;
  const { user } = identityOf(context);
  const course = courses.find(({ id }) => id === url.searchParams.get("course")) ?? null;
  const me = course && user ? { buyerName: user.username, buyerEmail: user.email } : {};
  return { kind: shop.kind, phone, seller, mode, ...bounds, courses, course, me, pressKey: newId() };
}

/** What is read before the button. */
type Review = { facts: [string, string][]; terms: string[]; pence: number };
type Reply = FormReply<{ alert?: string; review?: Review }>;

/** Typed, then read again, then paid: the last step is a press that names its sum. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const typed = fieldsFrom(await readFormBody(request));
  const shop = await readShop(app);
  if (shop.kind === "off") throw data(null, { status: 404 });
  if (shop.kind === "shut") return data<Reply>({ typed, alert: STOPPED }, { status: 503 });
  if (typed.intent === "change") return data<Reply>({ typed });
  const form = typed.course ? courseForm(shop.courses) : orderForm(shop.bounds);
  const read = readFields(form, typed);
  if (read.kind === "invalid") return data<Reply>({ typed, errors: inOrder(read.errors) }, { status: 422 });
  const { value: order } = read;
  const terms = termsOf(order, { seller: shop.seller, today: shop.bounds.today, months: shop.months });
  const review = { facts: factsOf(order), terms, pence: order.pence };
  if (typed.intent !== "pay") return data<Reply>({ typed, review });
  const seenPence = /^\d{1,9}$/.test(typed.seen ?? "") ? Number(typed.seen) : -1;
  const { clientAddress } = requestInfoOf(context);
  const outcome = await orderVoucher(app, {
    ...{ order, key: typed.key ?? "", seenPence, clientAddress, userId: identityOf(context).user?.id ?? null },
  });
  if (outcome.kind === "saved") return redirect(outcome.path, 303);
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "failed") return data<Reply>({ typed, alert: STOPPED }, { status: 503 });
  if (outcome.kind === "limited") {
    const headers = { "Retry-After": String(outcome.retryAfterSeconds) };
    return data<Reply>({ typed, review, alert: TOO_MANY }, { status: 429, headers });
  }
  return data<Reply>({ typed, review, alert: CHANGED }, { status: 409 });
}

/** As the fields stand on the page. */
function inOrder(errors: Partial<Fields>): Partial<Fields> {
  return Object.fromEntries(SENT.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])));
}

const STOPPED = "Card payments do not work at the moment. Nothing was ordered. Call the practice for a voucher.";
const TOO_MANY = "Too many vouchers were ordered from here. Try again in an hour, or call the practice.";
const CHANGED = "The price has changed. Check it, then pay.";

function factsOf(order: NewOrder): [string, string][] {
  const { course, pence, treatment, recipientName, recipientEmail, fromName, message, sendOn } = order;
  if (course)
    return [
      ["Course", `${course.title}, ${priceInFull(pence)}`],
      ["Sessions", sessionsInWords(course)],
      ["In the name of", `${order.buyerName}, ${order.buyerEmail}`],
    ];
  const day = sendOn === null ? "as soon as it is paid" : `on ${dayInWords(sendOn, { year: true })} at 8am`;
  return [
    ["Voucher", treatment === null ? priceInFull(pence) : `${treatment}, ${priceInFull(pence)}`],
    ["For", recipientName],
    ["From", fromName],
    ...(message ? ([["Message", message]] as [string, string][]) : []),
    ["How they get it", recipientEmail === null ? "You print it" : `By email to ${recipientEmail}, ${day}`],
    ["Your receipt goes to", `${order.buyerName}, ${order.buyerEmail}`],
  ];
}

// Each form has a key of its own.
export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, {
    title: "Gift vouchers",
    description: "Buy a gift voucher online for an amount or a treatment, to send by email or to print.",
    image: "services",
  });

export default function VoucherShop({ loaderData, actionData }: Route.ComponentProps) {
  const { review } = actionData ?? {};
  return (
    <div className="wrap booking-page lg:pt-10">
      <h1 className="text-3xl">{titleOf(loaderData, review !== undefined)}</h1>
      {loaderData.kind === "on" && loaderData.mode !== "live" && (
        <Notice tone="warning" className="measure mt-4">
          {MODE_WORDS[loaderData.mode]}
        </Notice>
      )}
      {actionData?.alert && (
        <Notice id="answer" tone="danger" live className="measure mt-4">
          {actionData.alert}
        </Notice>
      )}
      {actionData?.errors && (
        <div className="measure">
          <ErrorSummary errors={actionData.errors} id="answer" />
        </div>
      )}
      {loaderData.kind === "shut" ? (
        <p className="measure mt-4">Vouchers can’t be bought online at the moment. The practice sells them by phone.</p>
      ) : review ? (
        <Check review={review} typed={actionData?.typed ?? {}} />
      ) : loaderData.course ? (
        <BuyCourse {...loaderData} typed={actionData?.typed ?? {}} errors={actionData?.errors ?? {}} />
      ) : (
        <Order {...loaderData} typed={actionData?.typed ?? {}} errors={actionData?.errors ?? {}} />
      )}
      <p className="measure mt-6">
        Questions?{" "}
        <a href={loaderData.phone.href} className="prose-link whitespace-nowrap">
          Call {loaderData.phone.label}
        </a>
      </p>
    </div>
  );
}

function titleOf(loaded: Route.ComponentProps["loaderData"], isReview: boolean): string {
  const course = loaded.kind === "on" && loaded.course;
  if (isReview) return course ? "Check your course" : "Check your voucher";
  if (course) return course.title;
  return loaded.kind === "on" && loaded.courses.length > 0 ? "Gift vouchers and courses" : "Gift vouchers";
}

type On = Extract<Route.ComponentProps["loaderData"], { kind: "on" }>;
type FormProps = On & { typed: Fields; errors: Partial<Fields> };

function BuyCourse({ course, me, pressKey, typed, errors }: FormProps) {
  const field = (name: "buyerName" | "buyerEmail") => ({
    ...{ name, defaultValue: typed[name] ?? me[name] ?? "", error: errors[name] },
  });
  if (!course) return null;
  return (
    <>
      <p className="measure mt-3">
        {sessionsInWords(course)} for {priceInFull(course.pence)}. It pays for {monthsInWords(course)}.
      </p>
      <form method="post" action="#answer" noValidate className="measure mt-6 space-y-5">
        <input type="hidden" name="key" value={typed.key ?? pressKey} />
        <input type="hidden" name="course" value={course.id} />
        <Field label="Your name" maxLength={80} autoComplete="name" {...field("buyerName")} />
        <Field
          label="Your email address"
          hint="The course belongs to whoever signs in with this address. Your receipt goes there, too."
          type="email"
          maxLength={254}
          autoComplete="email"
          {...field("buyerEmail")}
        />
        <Button>Continue</Button>
        <p className="text-ink-soft">Nothing is paid yet. You see everything once more first.</p>
      </form>
      <p className="measure mt-4">
        <a href="/vouchers" className="prose-link">
          Gift vouchers and other courses
        </a>
      </p>
    </>
  );
}

function CourseList({ courses }: Pick<On, "courses">) {
  return (
    <section aria-labelledby="courses" className="measure mt-6">
      <h2 id="courses" className="text-xl">
        Courses for yourself
      </h2>
      <ul className="mt-2 border-t border-line">
        {courses.map((course) => (
          <li key={course.id} className="border-b border-line py-3">
            <a href={`/vouchers?course=${course.id}`} className="prose-link inline-flex min-h-11 items-center">
              {course.title}, {priceInProse(course.pence)}
            </a>
            <span className="block text-ink-soft">
              {sessionsInWords(course)}, for {monthsInWords(course)}
            </span>
          </li>
        ))}
      </ul>
      <h2 className="mt-8 text-xl">A gift for someone</h2>
    </section>
  );
}

function Order({ courses, leastPence, mostPence, treatments, today, pressKey, typed, errors }: FormProps) {
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? "", error: errors[name] });
  const delivery = typed.delivery ?? "email";
  return (
    <>
      {courses.length > 0 && <CourseList courses={courses} />}
      <p className="measure mt-3">
        Send one by email on a day that you choose, or print it. It can be spent all at once or in parts.
      </p>
      <form method="post" action="#answer" noValidate className="measure mt-6 space-y-5">
        <input type="hidden" name="key" value={typed.key ?? pressKey} />
        {treatments.length > 0 && (
          <Select label="What it is for" {...field("what")} defaultValue={typed.what ?? AMOUNT}>
            <option value={AMOUNT}>An amount</option>
            {treatments.map(({ id, title, pence }) => (
              <option key={id} value={id}>
                {title}, {priceInProse(pence)}
              </option>
            ))}
          </Select>
        )}
        <Field
          label={treatments.length > 0 ? "Amount in pounds, if you chose an amount" : "Amount in pounds"}
          hint={`From ${priceInProse(leastPence)} to ${priceInProse(mostPence)}.`}
          inputMode="decimal"
          maxLength={12}
          autoComplete="off"
          {...field("amount")}
        />
        <Field label="Who it is for" maxLength={80} autoComplete="off" {...field("recipientName")} />
        <Field
          label="From (optional)"
          hint="Leave blank to use your name."
          maxLength={80}
          autoComplete="off"
          {...field("fromName")}
        />
        <TextArea
          label="Message (optional)"
          hint={`Up to ${LONGEST_MESSAGE} characters.`}
          rows={3}
          maxLength={LONGEST_MESSAGE}
          {...field("message")}
        />
        <fieldset>
          <legend className="mb-1 font-[650]">How they get it</legend>
          {errors.delivery && <FieldError id="delivery-error">{errors.delivery}</FieldError>}
          {DELIVERIES.map(([value, label]) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name="delivery"
                id={value === "email" ? "delivery" : undefined}
                value={value}
                defaultChecked={delivery === value}
                className="accent-primary"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <Field
          label="Their email address, if it goes by email"
          type="email"
          maxLength={254}
          autoComplete="off"
          {...field("recipientEmail")}
        />
        <Field
          label="Day to send it (optional)"
          hint="It goes at 8am. Leave blank to send it once it is paid."
          type="date"
          min={today}
          {...field("sendOn")}
        />
        <Field label="Your name" maxLength={80} autoComplete="name" {...field("buyerName")} />
        <Field
          label="Your email address"
          hint="For the receipt, and for the page where you can change things."
          type="email"
          maxLength={254}
          autoComplete="email"
          {...field("buyerEmail")}
        />
        <Button>Continue</Button>
        <p className="text-ink-soft">Nothing is paid yet. You see everything once more first.</p>
      </form>
      <p className="measure mt-4">
        Have a voucher?{" "}
        <a href="/vouchers/balance" className="prose-link">
          See what is left on it
        </a>
      </p>
    </>
  );
}

const DELIVERIES = [
  ["email", "By email"],
  ["print", "Printed by you"],
] as const;

const SENT = [
  "course",
  ...["key", "what", "amount", "recipientName", "fromName", "message"],
  ...["delivery", "recipientEmail", "sendOn", "buyerName", "buyerEmail"],
];

function Check({ review: { facts, terms, pence }, typed }: { review: Review; typed: Fields }) {
  return (
    <form method="post" action="#answer" className="measure mt-4">
      {SENT.map((name) => (
        <input key={name} type="hidden" name={name} value={typed[name] ?? ""} />
      ))}
      <input type="hidden" name="seen" value={pence} />
      <dl>
        {facts.map(([term, words]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
            <dt>{term}</dt>
            <dd className="font-[650] wrap-anywhere">{words}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-4 list-disc space-y-2 pl-5">
        {terms.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>
          <a href="/policies/privacy" className="prose-link">
            Privacy policy
          </a>
        </li>
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button name="intent" value="pay">
          Pay {priceInFull(pence)}
        </Button>
        <Button name="intent" value="change" look="outline">
          Change something
        </Button>
      </div>
    </form>
  );
}
