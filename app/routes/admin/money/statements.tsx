import { data, Form, href, Link, redirect } from "react-router";
import { listBrought } from "#app/payments/bills.db.server.ts";
import { methodName, TAKEN_METHODS } from "#app/payments/money.ts";
import { listImportedPrices, payOpening } from "#app/payments/opening.server.ts";
import { listPapers, makeStatements } from "#app/payments/statements.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import type { FieldErrors, FormReply } from "#app/platform/form-fields.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/statements.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const { payments, bookingRules } = (await readPractice(app)).settings;
  const clientId = new URL(request.url).searchParams.get("client") ?? "";
  const sees = payments.on && scopeFor(actor, "see", "payments") === "all";
  const client = app.db.kysely.selectFrom("clients").select("name").where("id", "=", clientId);
  const found = sees ? await client.executeTakeFirst() : undefined;
  if (!found) throw refusedAs("not-found");
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const brought = await listBrought(app.db.kysely, clientId);
  return {
    ...{ clientId, name: found.name ?? "Unknown", today },
    papers: await listPapers(app.db.kysely, clientId),
    brought: brought.map(({ id, owedPence }) => ({ id, owedPence })),
    imported: await listImportedPrices(app.db.kysely, clientId),
    pressKey: newId(),
  };
}

type Reply = FormReply;

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields } = await sentTo(request);
  const clientId = new URL(request.url).searchParams.get("client") ?? "";
  if (fields.bill) {
    const method = TAKEN_METHODS.find((one) => one === fields.method) ?? "card";
    const press = { billId: fields.bill, method, key: fields.key ?? "" };
    const paid = await payOpening(app, actor, press);
    if (paid.kind === "not-found") throw refusedAs("not-found");
    if (paid.kind === "conflict") return data<Reply>({ errors: { bill: paid.message }, typed: {} }, { status: 409 });
    return redirect(`${href("/admin/money/statements")}?client=${clientId}`, 303);
  }
  const [from, to] = [fields.from ?? "", fields.to ?? ""];
  const errors: FieldErrors = {
    ...(isLocalDate(from) ? {} : { from: "Enter the first day." }),
    ...(isLocalDate(to) ? {} : { to: "Enter the last day." }),
  };
  if (Object.keys(errors).length > 0) return data<Reply>({ errors, typed: fields }, { status: 422 });
  const outcome = await makeStatements(app, actor, { clientId, from, to });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "invalid") return data<Reply>({ errors: outcome.errors, typed: fields }, { status: 422 });
  const [only, ...others] = outcome.ids;
  if (only && others.length === 0) return redirect(href("/admin/money/receipts/:id", { id: only }), 303);
  return redirect(`${href("/admin/money/statements")}?client=${clientId}`, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Statements: ${at.loaderData?.name ?? "Client"}`);

export default function Statements({ loaderData, actionData }: Route.ComponentProps) {
  const { clientId, name, today, papers, brought, imported, pressKey } = loaderData;
  const can = useMay();
  const errors = actionData?.errors ?? {};
  const field = (of: "from" | "to", stored: string) => ({
    ...{ name: of, type: "date" as const, defaultValue: actionData?.typed[of] ?? stored },
    ...(errors[of] && { error: errors[of] }),
  });
  return (
    <div className="max-w-2xl">
      {can("see", "clients") && <BackLink to={href("/admin/clients/:id", { id: clientId })}>{name}</BackLink>}
      <PageHeading title="Statements and receipts" intro={name} />
      {actionData && <ErrorSummary errors={errors} />}
      {brought.map(({ id, owedPence }) => (
        <Form key={id} method="post" className="mb-6 border-b border-line pb-6">
          <input type="hidden" name="bill" value={id} />
          <input type="hidden" name="key" value={`${pressKey} ${id}`} />
          <p className="mb-2">
            Balance brought over: <b className="figures">{priceInFull(owedPence)}</b> to pay
          </p>
          {can("change", "payments") && (
            <p className="flex flex-wrap gap-2">
              {TAKEN_METHODS.map((method) => (
                <Button key={method} name="method" value={method} look="outline" size="small">
                  {methodName(method)}, {priceInFull(owedPence)}
                </Button>
              ))}
            </p>
          )}
        </Form>
      ))}
      <Form method="post" className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]" noValidate>
        <Field label="First day" {...field("from", `${today.slice(0, 4)}-01-01`)} />
        <Field label="Last day" {...field("to", today)} />
        <Button>Make a statement</Button>
      </Form>
      <PaperList papers={papers} address={(id) => href("/admin/money/receipts/:id", { id })} />
      {imported.length > 0 && (
        <section aria-labelledby="imported" className="mt-10">
          <h2 id="imported" className="text-lg">
            Imported prices
          </h2>
          <p className="text-ink-soft">From the system you used before. They are not part of your books here.</p>
          <ul className="mt-2 border-t border-line">
            {imported.map(({ id, day, text, pence }) => (
              <li key={id} className="flex justify-between gap-4 border-b border-line py-2">
                <span className="wrap-anywhere">
                  {dayInWords(day, { year: true })}, {text}
                </span>
                <span className="figures whitespace-nowrap">{priceInFull(pence)}, imported</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type Papers = Route.ComponentProps["loaderData"]["papers"];

function PaperList({ papers, address }: { papers: Papers; address: (id: string) => string }) {
  if (papers.length === 0) return <p className="mt-6">There are no receipts or statements yet.</p>;
  return (
    <ul className="mt-6 border-t border-line">
      {papers.map(({ id, title, day, about }) => (
        <li key={id} className="border-b border-line py-2">
          <Link to={address(id)} className="prose-link inline-flex min-h-11 items-center font-[650]">
            {title}
          </Link>
          <span className="block text-sm text-ink-soft">
            {dayInWords(day, { year: true })}. {about}
          </span>
        </li>
      ))}
    </ul>
  );
}
