import { data } from "react-router";
import { type Balance, readBalance } from "#app/payments/shop/voucher-online.server.ts";
import { TOO_MANY_CODES, voucherName, WRONG_CODE } from "#app/payments/shop/vouchers.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Button, ErrorSummary, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/voucher-balance.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!(await readPractice(app)).settings.payments.on) throw data(null, { status: 404 });
  return { phone: await phoneOf(app) };
}

type Reply = { errors?: { code: string }; code?: string; balance?: Balance };

/** Answered in place: an address that names a code would stand in the browser's history. */
export async function action({ request, context }: Route.ActionArgs) {
  const code = String((await readFormBody(request)).get("code") ?? "");
  if (code.trim() === "") return data<Reply>({ errors: { code: "Enter the voucher’s code." }, code }, { status: 422 });
  const { clientAddress } = requestInfoOf(context);
  const outcome = await readBalance(appContextOf(context), { typed: code, clientAddress });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "limited") {
    const headers = { "Retry-After": String(outcome.retryAfterSeconds) };
    return data<Reply>({ errors: { code: TOO_MANY_CODES }, code }, { status: 429, headers });
  }
  if (outcome.kind === "invalid") return data<Reply>({ errors: { code: WRONG_CODE }, code }, { status: 422 });
  const { kind: _found, ...balance } = outcome;
  return data<Reply>({ balance });
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Voucher balance");

export default function VoucherBalance({ loaderData: { phone }, actionData }: Route.ComponentProps) {
  const { errors, code, balance } = actionData ?? {};
  return (
    <div className="wrap booking-page lg:pt-10">
      <h1 className="text-3xl">Voucher balance</h1>
      <div className="measure">
        {errors && <ErrorSummary errors={errors} id="answer" />}
        {balance && <Left {...balance} />}
        <form method="post" action="#answer" noValidate className="mt-6 space-y-3">
          <Field
            label="Voucher code"
            name="code"
            hint="12 letters and digits, like 7KQM-2F9D-X4TB"
            defaultValue={code}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={errors?.code}
          />
          <Button>See what is left</Button>
        </form>
        <p className="mt-6">
          Lost the code?{" "}
          <a href={phone.href} className="prose-link whitespace-nowrap">
            Call {phone.label}
          </a>
        </p>
      </div>
    </div>
  );
}

function Left({ leftPence, facePence, expiresOn, ending }: Balance) {
  return (
    <Notice tone="success" live id="answer" className="mt-4">
      {voucherName({ kind: "money", title: "Voucher", ending })}: {priceInFull(leftPence)} is left
      {leftPence < facePence && ` of ${priceInFull(facePence)}`}. It is valid until{" "}
      {dayInWords(expiresOn, { year: true })}.
    </Notice>
  );
}
