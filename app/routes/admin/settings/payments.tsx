import { data, Form, href, Link, redirect } from "react-router";
import { getLedgerCheck, listBookkeepers, switchMonthlyMail } from "#app/payments/payments.jobs.server.ts";
import {
  getPracticeSeller,
  listSales,
  savePracticeSeller,
  sellerForm,
  sellerFormOf,
  switchPayments,
} from "#app/payments/sellers.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { Button, Field, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/payments.ts";

const HERE = () => href("/admin/settings/payments");

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const { payments, bookingRules } = (await readPractice(app)).settings;
  const { on, monthlyMail } = payments;
  const bookkeepers = on ? (await listBookkeepers(app.db.kysely)).length : 0;
  const seller = on ? await getPracticeSeller(app.db.kysely) : null;
  const sales = on ? await listSales(app.db.kysely) : [];
  const therapists = sales.map(({ therapistId, name, sale, seller: own }) => ({
    ...{ therapistId, name, sale },
    lacksName: sale === "therapist" && !own?.legal_name,
  }));
  const check = on ? await getLedgerCheck(app.db.kysely) : null;
  return {
    on,
    therapists,
    ledger: check && {
      when: localeMoment(check.at, bookingRules.zone, requestInfoOf(context).locale),
      entries: check.entries,
      agrees: check.fault === null,
    },
    monthly: { on: monthlyMail, bookkeepers },
    seller: seller && { stored: fieldsOf(sellerFormOf(seller)), version: seller.version },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const sent = await sentTo(request);
  if (sent.intent === "on" || sent.intent === "off") {
    const outcome = await switchPayments(app, actor, sent.intent === "on");
    if (outcome.kind === "forbidden") throw refusedAs("forbidden");
    return redirect(HERE(), 303);
  }
  if (sent.intent === "mail-on" || sent.intent === "mail-off") {
    const outcome = await switchMonthlyMail(app, actor, sent.intent === "mail-on");
    if (outcome.kind === "forbidden") throw refusedAs("forbidden");
    return redirect(HERE(), 303);
  }
  if (!may(actor, "change", "settings")) throw refusedAs("forbidden");
  const read = readFields(sellerForm, sent.fields);
  if (read.kind === "invalid") return invalid(sent, read.errors);
  if (sent.intent !== "save") return data(null, { status: 422 });
  const outcome = await savePracticeSeller(app, actor, { version: sent.version, value: read.value });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "saved") throw saved(HERE());
  const { current } = outcome;
  return stale(sent, { theirs: current ? sellerFormOf(current) : {}, version: current?.version ?? 0 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Payments");

const LABELS = {
  legalName: "Name of the seller",
  address: "Address",
  receiptPrefix: "Letters before receipt numbers (optional)",
  vatNumber: "VAT number (optional)",
  bankDetails: "Bank details for transfers (optional)",
};

export default function PaymentsSetting({
  loaderData: { on, seller, therapists, monthly, ledger },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Payments"
        intro="Record who has paid and how, count the day and give receipts. Works without a card provider."
      />
      <Form method="post" className="space-y-3">
        <p>
          {on ? (
            <>
              You take payments at the practice.{" "}
              <Link to={href("/admin/money")} className="prose-link">
                See today’s money
              </Link>
            </>
          ) : (
            "Off: no page shows payments."
          )}
        </p>
        <Button name="intent" value={on ? "off" : "on"} look={on ? "outline" : "primary"}>
          {on ? "Stop taking payments" : "Take payments at the practice"}
        </Button>
        {on && (
          <p className="flex flex-wrap gap-x-5">
            <Link to={href("/admin/settings/payments/rules")} className="prose-link inline-flex min-h-11 items-center">
              Fees and refunds
            </Link>
            <Link
              to={href("/admin/settings/payments/products")}
              className="prose-link inline-flex min-h-11 items-center"
            >
              Products and courses
            </Link>
            <Link to={href("/admin/settings/payments/prepay")} className="prose-link inline-flex min-h-11 items-center">
              Payment when booking
            </Link>
            <Link
              to={href("/admin/money/online/:seller", { seller: "1" })}
              className="prose-link inline-flex min-h-11 items-center"
            >
              Payments online
            </Link>
          </p>
        )}
        {on && (
          <p className="text-ink-soft">
            Stopping hides payments on every page. What you recorded stays, and is there when you start again.
          </p>
        )}
      </Form>
      {ledger && (
        <p className="mt-4">
          {ledger.agrees
            ? `Checked each night: on ${ledger.when}, all ${ledger.entries} entries agreed.`
            : `On ${ledger.when} the ledger differed from what was written. Call who looks after your site.`}
        </p>
      )}
      {therapists.length > 0 && <Therapists therapists={therapists} />}
      {seller && (
        <section aria-labelledby="seller" className="mt-8 border-t border-line pt-6">
          <h2 id="seller" className="mb-4 text-xl">
            On your receipts
          </h2>
          <EditForm {...seller} reply={actionData} labels={LABELS}>
            {({ field }) => (
              <div className="space-y-4">
                <Field label={LABELS.legalName} {...field("legalName")} hint="Without it no receipt can be issued." />
                <TextArea label={LABELS.address} {...field("address")} rows={3} />
                <Field label={LABELS.receiptPrefix} {...field("receiptPrefix")} />
                <Field
                  label={LABELS.vatNumber}
                  {...field("vatNumber")}
                  hint="Leave blank if you are not registered: then no receipt mentions VAT."
                />
                <TextArea label={LABELS.bankDetails} {...field("bankDetails")} rows={2} />
              </div>
            )}
          </EditForm>
        </section>
      )}
      {on && <MonthlyMail {...monthly} />}
    </div>
  );
}

type Therapist = Route.ComponentProps["loaderData"]["therapists"][number];

function Therapists({ therapists }: { therapists: readonly Therapist[] }) {
  return (
    <section aria-labelledby="sales" className="mt-8 border-t border-line pt-6">
      <h2 id="sales" className="mb-2 text-xl">
        Who sells the treatments?
      </h2>
      <p>
        The practice may sell the treatments, or a self-employed therapist may sell their own. The answer decides who
        issues the receipt and whose VAT limit the price counts towards.
      </p>
      <ul className="mt-3">
        {therapists.map(({ therapistId, name, sale, lacksName }) => (
          <li key={therapistId} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
            <Link
              to={href("/admin/money/sellers/:therapistId", { therapistId })}
              className="prose-link inline-flex min-h-11 items-center font-[650]"
            >
              {name}
            </Link>
            <span>{lacksName ? "Their own, without a name for receipts" : SALE_WORDS[sale ?? "nobody"]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SALE_WORDS = {
  practice: "The practice’s",
  therapist: "Their own",
  nobody: "Not answered yet, counted as the practice’s",
};

function MonthlyMail({ on, bookkeepers }: { on: boolean; bookkeepers: number }) {
  const sendsMail = useSendsMail();
  return (
    <section aria-labelledby="accountant" className="mt-8 border-t border-line pt-6">
      <h2 id="accountant" className="mb-2 text-xl">
        For your accountant
      </h2>
      <Form method="post" className="space-y-3">
        <p>
          On the 1st of each month we can email your bookkeepers a link to the payments of the month before. The link
          asks them to sign in. No figures are sent by email.
        </p>
        {bookkeepers === 0 && (
          <p>
            No one is a bookkeeper yet.{" "}
            <Link to={href("/admin/settings/people")} className="prose-link">
              Invite your accountant as a bookkeeper
            </Link>
          </p>
        )}
        {!sendsMail && (
          <p>
            <NoMail so="nothing is sent" />
          </p>
        )}
        <Button name="intent" value={on ? "mail-off" : "mail-on"} look="outline">
          {on ? "Stop the monthly email" : "Send the monthly email"}
        </Button>
      </Form>
    </section>
  );
}
