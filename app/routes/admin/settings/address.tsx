import { data, Form, href, redirect } from "react-router";
import type { DnsRecord } from "#app/maintenance/domain.ts";
import { readSiteAddress, requestAddress } from "#app/maintenance/site-address.server.ts";
import { HOME, localeMoment } from "#app/platform/date-time.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/address.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { requestedAt, last, ...address } = await readSiteAddress(app);
  const moment = (at: number) => localeMoment(at, zone, HOME);
  return {
    ...address,
    canChange: app.config.serverTasks,
    requestedAt: requestedAt === null ? null : moment(requestedAt),
    last: last && { at: moment(last.at), words: last.words, isGood: last.kind === "changed" },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { domain = "" } = fieldsFrom(await readFormBody(request));
  const outcome = await requestAddress(appContextOf(context), actorOf(context), { domain });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "saved") throw redirect(href("/admin/settings/address"), 303);
  return data({ typed: domain, error: outcome.words, records: outcome.records }, { status: 422 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Site address");

export default function SiteAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { url, last, requestedAt, canChange } = loaderData;
  return (
    <div className="max-w-3xl space-y-6">
      <SettingHeading title="Site address" intro={`The site is at ${url}.`} />
      {last && (
        <Notice tone={last.isGood ? "success" : "danger"}>
          <p className="font-[650]">The last change, on {last.at}</p>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{last.words}</p>
        </Notice>
      )}
      <Facts {...loaderData} />
      {!canChange ? (
        <p>
          This page can’t change the address here. That works on a server that install.sh has set up. Elsewhere, the
          person who looks after the server sets PUBLIC_URL and starts the site again.
        </p>
      ) : requestedAt !== null ? (
        <Notice live>
          <p className="font-[650]">You asked for the change on {requestedAt}</p>
          <p className="mt-1">
            The server gets a certificate for the new address first, which takes up to three minutes. Then this page
            moves there, and you sign in again.
          </p>
        </Notice>
      ) : (
        <Change reply={actionData} />
      )}
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Facts({ host, records, problem, certificate }: Pick<Loaded, "host" | "records" | "problem" | "certificate">) {
  const found = records && [...records.a, ...records.aaaa];
  return (
    <dl className="grid gap-x-8 gap-y-3 border-y border-line py-4 sm:grid-cols-[9rem_1fr]">
      <dt className="text-ink-soft">DNS</dt>
      <dd className="wrap-anywhere">
        {problem ? (
          <Problem words={problem.words} records={problem.records} />
        ) : found && found.length > 0 ? (
          `${host} leads to ${found.join(" and ")}.`
        ) : found ? (
          `${host} leads nowhere.`
        ) : (
          `${host} is an address of this machine, or no name server answered.`
        )}
      </dd>
      <dt className="text-ink-soft">Certificate</dt>
      <dd className="wrap-anywhere">{certificate?.words ?? "It is checked within five minutes of the start."}</dd>
    </dl>
  );
}

function Problem({ words, records }: { words: string; records: DnsRecord[] }) {
  return (
    <>
      <p className="text-danger">{words}</p>
      <Records records={records} />
    </>
  );
}

/** To copy, a line each. */
function Records({ records }: { records: DnsRecord[] }) {
  return records.map(({ type, name, value }) => (
    <p key={type} className="mt-2 font-mono text-sm wrap-anywhere">
      {type} {name} {value}
    </p>
  ));
}

type Reply = Route.ComponentProps["actionData"];

function Change({ reply }: { reply: Reply }) {
  return (
    <Form method="post" className="space-y-4">
      <h2 className="text-xl">Another address</h2>
      <p>
        We check that the new domain leads here, and get its certificate, before anything changes. The old address goes
        on leading to the new one, so links in emails stay right. Keep the old domain for that.
      </p>
      <p>
        Everyone signs in again. Passkeys belong to an address: each person adds theirs again. If you use sign-in by
        Google or Calendly, enter the new address there, too.
      </p>
      <Field
        label="New domain"
        name="domain"
        defaultValue={reply?.typed}
        error={reply?.error}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        required
      />
      {reply && <Records records={reply.records} />}
      <Button data-confirm>Move to this address</Button>
    </Form>
  );
}
