import { data, Form, href, Link, redirect } from "react-router";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { chooseReader, findReaders, pairingForm, pairReader } from "#app/payments/online/card-reader.server.ts";
import { MODE_WORDS, PROVIDERS, type ProviderName, type Reader } from "#app/payments/online/provider.ts";
import {
  saveTill,
  switchTillOff,
  type TriedTill,
  tillForm,
  tryTill,
  viewTill,
} from "#app/payments/online/tills.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type FieldErrors, type Fields, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/till.ts";

const PAGE = "/admin/money/online/:seller";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const till = await viewTill(app, actorOf(context), params.seller);
  if (!till) throw refusedAs("not-found");
  const name = nameFrom(new URL(request.url).searchParams.get("at")) ?? till.provider ?? "stripe";
  return { ...till, name, hook: `${app.config.publicUrl}/hooks/${name}` };
}

const nameFrom = (sent: string | null | undefined): ProviderName | null =>
  sent === "stripe" || sent === "sumup" ? sent : null;

/** What was typed is in no answer: it is secret. */
type Reply = { errors?: FieldErrors; tried?: TriedTill; conflict?: string; readers?: Reader[] };

export async function action({ request, params, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { fields, intent } = await sentTo(request);
  const till = await viewTill(app, actor, params.seller);
  if (!till) throw refusedAs("not-found");
  const { sellerId } = till;
  if (READER_INTENTS.includes(intent)) return pressReader(app, actor, { sellerId, intent, fields });
  if (intent === "off") {
    const outcome = await switchTillOff(app, actor, { sellerId, notifyOwners });
    if (outcome.kind === "unconfirmed") throw unconfirmed(request);
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    throw redirect(href(PAGE, params), 303);
  }
  const name = nameFrom(fields.provider) ?? "stripe";
  // With the words of an error the page is shown again, and the keys are pasted anew.
  const read = readFields(tillForm({ hasKey: till.mode !== null && till.provider === name, name }), fields);
  if (read.kind === "invalid") return data<Reply>({ errors: read.errors }, { status: 422 });
  if (intent === "try") return data<Reply>({ tried: await tryTill(app, actor, { ...read.value, sellerId, name }) });
  const outcome = await saveTill(app, actor, { sellerId, name, typed: read.value, notifyOwners });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "conflict") return data<Reply>({ conflict: outcome.message }, { status: 409 });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  throw saved(href(PAGE, params));
}

const READER_INTENTS: readonly string[] = ["find-readers", "use-reader", "pair-reader", "forget-reader"];

type ReaderPress = { sellerId: string; intent: string; fields: Fields };

async function pressReader(app: AppContext, actor: Actor, { sellerId, intent, fields }: ReaderPress) {
  if (intent === "find-readers") {
    const found = await findReaders(app, actor, sellerId);
    if (found.kind === "not-found") throw refusedAs("not-found");
    if (found.kind === "failed") return data<Reply>({ conflict: found.words }, { status: 409 });
    return data<Reply>({ readers: found.readers });
  }
  const read = intent === "pair-reader" ? readFields(pairingForm, fields) : null;
  if (read?.kind === "invalid") return data<Reply>({ errors: read.errors }, { status: 422 });
  const outcome = read
    ? await pairReader(app, actor, { sellerId, code: read.value.pairingCode })
    : await chooseReader(app, actor, { sellerId, readerId: intent === "use-reader" ? (fields.reader ?? "") : null });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "conflict") return data<Reply>({ conflict: outcome.message }, { status: 409 });
  throw saved(href(PAGE, { seller: sellerId }));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Payments online");

export default function Online({ loaderData, actionData }: Route.ComponentProps) {
  const { sellerName, therapistId, isOn, provider, merchant, mode, hasSigningKey, isShut, name, hook } = loaderData;
  const title = PROVIDERS[name];
  const hasKey = mode !== null && provider === name;
  const errors = actionData?.errors ?? {};
  return (
    <div className="max-w-3xl">
      {therapistId === null ? (
        <BackLink to={href("/admin/settings/payments")}>Payments</BackLink>
      ) : (
        <BackLink to={href("/admin/money/sellers/:therapistId", { therapistId })}>Sales</BackLink>
      )}
      <PageHeading title="Payments online" intro={`Links to pay by card, with money that goes to ${sellerName}`} />
      <SavedNotice />
      <Mode isOn={isOn} mode={mode} isShut={isShut} at={provider} />
      {actionData?.tried && <Tried tried={actionData.tried} at={title} />}
      {actionData?.conflict && (
        <Notice tone="danger" live className="mb-6 wrap-anywhere">
          Not saved. {actionData.conflict}
        </Notice>
      )}
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} />}
      <Form method="post" className="space-y-5">
        <input type="hidden" name="provider" value={name} />
        <p>
          You need an account with {title}, in the name of {sellerName}. Clients pay on {title}’s own page, and {title}{" "}
          sends the money to that account’s bank. We add no fee. {title}’s fee for cards is between you and {title}.
        </p>
        <p>
          <Link to={`?at=${OTHER[name]}`} className="prose-link inline-flex min-h-11 items-center">
            Use {PROVIDERS[OTHER[name]]} instead
          </Link>
        </p>
        {name === "sumup" && (
          <Field
            label="Merchant code"
            name="merchant"
            defaultValue={merchant}
            hint="On SumUp under your profile: letters and numbers, like MH4H92C7."
            {...(errors.merchant && { error: errors.merchant })}
          />
        )}
        <Field
          label={name === "stripe" ? "Secret key" : "API key"}
          name="key"
          type="password"
          autoComplete="new-password"
          hint={`${WHERE_KEY[name]} ${
            hasKey ? "A key is saved. Leave blank to keep it." : "It is stored sealed, and never shown again."
          }`}
          {...(errors.key && { error: errors.key })}
        />
        {name === "stripe" && (
          <Field
            label="Signing secret (optional)"
            name="signingKey"
            type="password"
            autoComplete="new-password"
            hint={`On Stripe under Developers, Webhooks: add the address ${hook} for the events checkout.session.completed, checkout.session.expired, payout.paid and all of charge.dispute. Without it we ask Stripe each minute. ${
              hasSigningKey ? "A secret is saved. Leave blank to keep it." : ""
            }`}
            {...(errors.signingKey && { error: errors.signingKey })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button name="intent" value="save" data-confirm>
            {isOn && provider === name ? "Save" : `Save and switch ${title} on`}
          </Button>
          <Button name="intent" value="try" look="outline">
            Test the key
          </Button>
        </div>
        <p className="text-ink-soft">
          The test opens a page for £1.00 at {title} and closes it again. Nothing is paid, and nothing is saved.
        </p>
      </Form>
      {isOn && provider === "sumup" && (
        <CardReader name={loaderData.readerName} found={actionData?.readers ?? null} error={errors.pairingCode} />
      )}
      {isOn && (
        <Form method="post" className="mt-8 border-t border-line pt-6">
          <p className="mb-3">
            Switched off, no link can be made or paid. What is being paid at that moment is still recorded.
          </p>
          <Button name="intent" value="off" look="outline" data-confirm>
            Switch off payments online
          </Button>
        </Form>
      )}
    </div>
  );
}

type CardReaderProps = { name: string | null; found: Reader[] | null; error: string | undefined };

function CardReader({ name, found, error }: CardReaderProps) {
  return (
    <section aria-labelledby="card-reader" className="mt-8 space-y-4 border-t border-line pt-6">
      <h2 id="card-reader" className="text-lg">
        Card reader
      </h2>
      <p>
        {name === null
          ? "No reader is chosen. With a SumUp Solo, the amount appears on it when you take a payment."
          : `“${name}” shows the amount when you take a payment.`}
      </p>
      {found?.length === 0 && <p>This account has no paired reader yet. Pair it with the code below.</p>}
      <Form method="post" className="flex flex-wrap gap-2">
        {found?.map((reader) => (
          <span key={reader.id}>
            <input type="hidden" name="reader" value={reader.id} form={`use-${reader.id}`} />
            <Button form={`use-${reader.id}`} name="intent" value="use-reader" look="outline" size="small">
              Use “{reader.name}”
            </Button>
          </span>
        ))}
        <Button name="intent" value="find-readers" look="outline" size="small">
          Find paired readers
        </Button>
        {name !== null && (
          <Button name="intent" value="forget-reader" look="quiet" size="small">
            Stop using the reader
          </Button>
        )}
      </Form>
      {found?.map((reader) => (
        <Form key={reader.id} method="post" id={`use-${reader.id}`} />
      ))}
      <Form method="post" className="space-y-3">
        <Field
          label="Pairing code"
          name="pairingCode"
          autoComplete="off"
          maxLength={12}
          hint="On the reader under Connections, API, Connect."
          {...(error && { error })}
        />
        <Button name="intent" value="pair-reader" look="outline" size="small">
          Pair the reader
        </Button>
      </Form>
    </section>
  );
}

const OTHER = { stripe: "sumup", sumup: "stripe" } as const;

const WHERE_KEY = {
  stripe:
    "On Stripe under Developers, API keys: a restricted key that may write Checkout Sessions and Refunds, read Payouts, Balance Transactions and Disputes, and to keep cards write Payment Intents and Customers; or the secret key.",
  sumup: "On SumUp under Settings, For developers, API keys.",
};

type ModeProps = {
  isOn: boolean;
  mode: Route.ComponentProps["loaderData"]["mode"];
  isShut: boolean;
  at: ProviderName | null;
};

function Mode({ isOn, mode, isShut, at }: ModeProps) {
  if (isShut) {
    return (
      <Notice tone="danger" className="mb-6">
        A key is stored that this machine can’t open. Paste it again.
      </Notice>
    );
  }
  if (!mode || !isOn) return <Notice className="mb-6">Payments online are off. Clients don’t see them.</Notice>;
  if (mode === "live") {
    return (
      <Notice tone="success" className="mb-6">
        Live: clients pay with real cards on {PROVIDERS[at ?? "stripe"]}’s page.
      </Notice>
    );
  }
  return (
    <Notice tone="warning" className="mb-6">
      {mode === "test" ? `Test key of ${PROVIDERS[at ?? "stripe"]}. ` : "Pretend provider. "}
      {MODE_WORDS[mode]}
    </Notice>
  );
}

function Tried({ tried, at }: { tried: TriedTill; at: string }) {
  if (tried.kind === "works") {
    return (
      <Notice tone="success" live className="mb-6">
        The key works: {at} opened a page and closed it again. Now save it.
      </Notice>
    );
  }
  const words = tried.kind === "failed" ? tried.words : "You have tested it often. Try again in an hour.";
  return (
    <Notice tone="danger" live className="mb-6 wrap-anywhere">
      {words}
    </Notice>
  );
}
