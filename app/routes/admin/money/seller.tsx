import { href, Link } from "react-router";
import { listSales, mayShareTakings, salesForm, salesFormOf, saveSales } from "#app/payments/sellers.server.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { RadioChoice } from "#app/routes/admin/radio-choice.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { EditForm, FormSection } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Field, Notice, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/seller.ts";

const PAGE = "/admin/money/sellers/:therapistId";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { settings, services } = await readPractice(app);
  const isOn = settings.payments.on;
  const isWithin = mayWith(actor, ["see", "sellers"], params.therapistId);
  const [sales] = isOn && isWithin ? await listSales(app.db.kysely, params.therapistId) : [];
  if (!sales) throw refusedAs("not-found");
  const { name, sale, version, seller } = sales;
  return {
    name,
    sale,
    version,
    stored: fieldsOf(salesFormOf(sales)),
    lacksName: sale === "therapist" && seller?.legal_name === "",
    mayShare: mayShareTakings(actor, sales),
    sellerId: sale === "therapist" ? (seller?.id ?? null) : null,
    services: services.map(({ id, title }) => ({ id, title })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const read = readFields(salesForm, sent.fields);
  if (read.kind === "invalid") return invalid(sent, read.errors);
  const { therapistId } = params;
  const change = { therapistId, version: sent.version, value: read.value };
  const outcome = await saveSales(appContextOf(context), actorOf(context), change);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "invalid") return invalid(sent, outcome.errors);
  if (outcome.kind === "saved") throw saved(href(PAGE, { therapistId }));
  return stale(sent, { theirs: salesFormOf(outcome.current), version: outcome.current.version });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Sales: ${at.loaderData?.name ?? "Therapist"}`);

const LABELS = {
  sale: "Who sells the treatments?",
  legalName: "Name on their receipts",
  address: "Address",
  receiptPrefix: "Letters before receipt numbers (optional)",
  vatNumber: "VAT number (optional)",
  bankDetails: "Bank details for transfers (optional)",
  ownerSees: "What the practice’s owners and bookkeepers see",
  qualification: "Qualification (optional)",
  register: "Register (optional)",
  registerNumber: "Number in the register (optional)",
  commission: "Commission in percent (optional)",
  rent: "Rent a month in pounds (optional)",
};

export default function Seller({ loaderData, actionData }: Route.ComponentProps) {
  const { name, sale, version, stored, lacksName, mayShare, services } = loaderData;
  const can = useMay();
  const decides = can("change", "settings");
  const sells = decides || sale === "therapist";
  return (
    <div className="max-w-3xl">
      {decides && <BackLink to={href("/admin/settings/payments")}>Payments</BackLink>}
      <PageHeading
        title={name}
        intro={decides ? "Who sells the treatments, and what receipts say" : "Your sales and receipts"}
      />
      <SavedNotice />
      {loaderData.sellerId && mayShare && (
        <p className="mb-4">
          <Link
            to={href("/admin/money/online/:seller", { seller: loaderData.sellerId })}
            className="prose-link inline-flex min-h-11 items-center"
          >
            Payments online
          </Link>
        </p>
      )}
      {lacksName && (
        <Notice tone="warning" className="mb-6">
          Enter the name and the address on their receipts. Without a name {name} can’t issue a receipt.
        </Notice>
      )}
      <EditForm stored={stored} version={version} reply={actionData} labels={LABELS}>
        {({ field, errors }) => (
          <>
            {decides && (
              <FormSection title={LABELS.sale}>
                <p className="mb-3">
                  If the practice sells the treatment, its price counts towards the practice’s VAT limit, and a
                  registered practice owes VAT on all of it. If {name} sells it, it counts for {name} alone, and the
                  practice’s sale is only the rent that {name} pays.
                </p>
                <RadioChoice
                  {...{ field, errors }}
                  name="sale"
                  title="The client buys the treatment from"
                  choices={[
                    { value: "practice", words: "The practice", about: `${name} is paid by the practice.` },
                    {
                      value: "therapist",
                      words: name,
                      about:
                        "Own receipts, own numbers, own closing and own files. Their money never mixes with the practice’s.",
                    },
                  ]}
                />
                <p className="text-ink-soft">
                  Ask your accountant if you are not sure. Payments that were taken before stay with their seller.
                </p>
              </FormSection>
            )}
            {decides && (
              <FormSection title="Commission and rent">
                <p className="mb-3 text-ink-soft">
                  Shown in the money report. Commission is of what clients pay for their appointments, without tips,
                  while the practice sells them. Rent is due on the first of each month while {name} sells them.
                </p>
                <div className="space-y-4">
                  <Field label={LABELS.commission} inputMode="decimal" {...field("commission")} />
                  <details>
                    <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
                      Services with another commission
                    </summary>
                    <div className="space-y-3 pb-4">
                      {services.map(({ id, title }) => (
                        <Field
                          key={id}
                          label={`${title}, in percent`}
                          inputMode="decimal"
                          {...field(`commissionFor.${id}`)}
                        />
                      ))}
                    </div>
                  </details>
                  <Field label={LABELS.rent} inputMode="decimal" {...field("rent")} />
                </div>
              </FormSection>
            )}
            <FormSection title="For health cash plans">
              <p className="mb-3 text-ink-soft">
                A receipt for a health cash plan names these. Each plan decides which registers it accepts.
              </p>
              <div className="space-y-4">
                <Field label={LABELS.qualification} {...field("qualification")} />
                <Field label={LABELS.register} {...field("register")} hint="CNHC, for example." />
                <Field label={LABELS.registerNumber} {...field("registerNumber")} />
              </div>
            </FormSection>
            {sells && (
              <FormSection title="On their receipts">
                <p className="mb-3 text-ink-soft">{decides && `Used while ${name} sells the treatments.`}</p>
                <div className="space-y-4">
                  <Field label={LABELS.legalName} {...field("legalName")} hint="Without it no receipt can be issued." />
                  <TextArea label={LABELS.address} {...field("address")} rows={3} />
                  <Field label={LABELS.receiptPrefix} {...field("receiptPrefix")} />
                  <Field
                    label={LABELS.vatNumber}
                    {...field("vatNumber")}
                    hint="Leave blank if they are not registered: then no receipt mentions VAT."
                  />
                  <TextArea label={LABELS.bankDetails} {...field("bankDetails")} rows={2} />
                </div>
              </FormSection>
            )}
            {sells &&
              (mayShare ? (
                <FormSection title={LABELS.ownerSees}>
                  <RadioChoice
                    {...{ field, errors }}
                    name="ownerSees"
                    title="Takings"
                    choices={[
                      { value: "everything", words: "Every payment" },
                      { value: "totals", words: "Totals of each day" },
                      { value: "nothing", words: "Nothing" },
                    ]}
                  />
                </FormSection>
              ) : (
                <p className="text-ink-soft">{name} decides what the practice sees of their takings.</p>
              ))}
          </>
        )}
      </EditForm>
    </div>
  );
}
