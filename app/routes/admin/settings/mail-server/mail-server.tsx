import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { data, Form, href, Link, useSearchParams } from "react-router";
import { type FoundProvider, findProvider, isPrivateHost } from "#app/mail/server/find-provider.server.ts";
import { mailServerFormOf, setUpForm } from "#app/mail/server/mail-server.form.ts";
import { mailServerInUse, serverIn } from "#app/mail/server/mail-server-in-use.server.ts";
import { mailRedirect, mailSignInUrl } from "#app/mail/server/microsoft-mail.server.ts";
import { filledIn, MAIL_PROVIDERS } from "#app/mail/server/providers.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { keyIdOf, readSealingKey } from "#app/platform/encryption.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { type Actor, mayInPerson } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { sentTo } from "#app/routes/admin/edit-reply.ts";
import {
  changeMailServer,
  type MailServerReply,
} from "#app/routes/admin/settings/mail-server/change-mail-server.server.ts";
import { DomainCheck } from "#app/routes/admin/settings/mail-server/domain-check.tsx";
import { MailServerFields } from "#app/routes/admin/settings/mail-server/mail-server-fields.tsx";
import {
  type MicrosoftSignIn,
  SignedInWithMicrosoft,
} from "#app/routes/admin/settings/mail-server/microsoft-sign-in.tsx";
import { type MailSetUp, SetUpMail } from "#app/routes/admin/settings/mail-server/set-up-mail.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { mailboxesOf } from "#app/settings/schemas/sender.ts";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/mail-server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context, "see", "settings");
  const version = (await readPractice(app)).saved.mailServer?.version ?? 0;
  const { settings } = await readPractice(app);
  const stored = settings.mailServer;
  const { from } = mailboxesOf(settings, app.config);
  const setUp = await readSetUp(app, url.searchParams);
  const inUse = await mailServerInUse(app);
  return {
    setUp: { ...setUp, from: from.address },
    stored: fieldsOf(mailServerFormOf(stored)),
    version,
    isStored: stored !== null,
    hasPassword: Boolean(stored?.password),
    inUse: inUse.kind,
    where: inUse.kind === "environment" ? inUse.where : stored && `${stored.host}:${stored.port}`,
    isShut: serverIn(app, stored).kind === "shut",
    keys: { sealedBy: stored ? keyIdOf(stored.password) : "", here: readSealingKey(app.config)?.id ?? null },
    inside: stored !== null && isPrivateHost(stored.host),
    ports: app.config.smtpPorts.join(", "),
    signedInAs: stored?.auth === "microsoft" ? stored.user : null,
    microsoft: await readMicrosoft(app, actor, url.searchParams),
  };
}

/** The sign-in with Microsoft: where it begins, and what it came back with. */
async function readMicrosoft(app: AppContext, actor: Actor, query: URLSearchParams): Promise<MicrosoftSignIn> {
  const signInUrl = mayInPerson(actor, "change", "settings") ? await mailSignInUrl(app, actor) : null;
  const [state, code] = [query.get("state") ?? "", query.get("code") ?? ""];
  return { redirect: mailRedirect(app), signInUrl, back: state && code ? { state, code } : null };
}

/** What was asked of the address's provider; nothing while no address is in the query. */
async function readSetUp(app: AppContext, query: URLSearchParams): Promise<Omit<MailSetUp, "from">> {
  const providers = MAIL_PROVIDERS.map(({ id, name, isRelay }) => ({ id, name, isRelay }));
  const typed = { address: query.get("address") ?? "", through: query.get("through") ?? "" };
  const none = { ...typed, error: null, found: null, providers };
  if (!query.has("address")) return none;
  const read = readFields(setUpForm, typed);
  if (read.kind === "invalid") return { ...none, error: read.errors.address ?? null };
  const found = await findProvider(app, read.value.address, read.value.through);
  return { ...none, ...read.value, found };
}

/** The fields to begin with: the provider's, or what is stored. */
function fieldsFor(found: FoundProvider | null, { address, stored }: { address: string; stored: Fields }): Fields {
  return found?.kind === "found" ? fieldsOf(filledIn(found.provider, address)) : stored;
}

export async function action({ request, context }: Route.ActionArgs) {
  const reply = await changeMailServer({ request, context }, await sentTo(request));
  return data(reply, { status: STATUS[reply.kind] });
}

const STATUS = { invalid: 422, conflict: 409, preview: 200, tried: 200 };

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Mail server");

export default function MailServerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { setUp, version, hasPassword, isStored, ports, stored, microsoft, ...state } = loaderData;
  const [query] = useSearchParams();
  const reply = actionData && actionData.kind !== "tried" ? actionData : null;
  const fields = fieldsFor(setUp.found, { address: setUp.address, stored });
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Mail server" intro="Enter your email address, and we look up what your provider needs." />
      {query.has("untold") && (
        <Notice tone="warning" className="mb-6">
          The mail server before this one did not answer, so we could not email every owner through it. We email them
          through the one that you have now.
        </Notice>
      )}
      {actionData && "tried" in actionData && <TriedNotice key={JSON.stringify(actionData)} tried={actionData.tried} />}
      {microsoft.back && <SignedInWithMicrosoft back={microsoft.back} version={version} />}
      <ServerState {...state} />
      {(state.inUse === "environment" || state.inUse === "settings") && (
        <Form method="post" className="mb-8 flex flex-wrap items-center gap-4">
          <Button name="intent" value="test-used" look="strong">
            Send a test email
          </Button>
          <Link to={href("/admin/settings/sender")} className="prose-link">
            Sender
          </Link>
        </Form>
      )}
      <SetUpMail setUp={setUp} microsoft={microsoft} />
      <MailServerFields
        key={JSON.stringify(fields)}
        {...{ stored: fields, version, hasPassword, isStored, ports, reply }}
      />
      <DomainCheck from={setUp.from} checked={actionData?.kind === "tried" ? (actionData.checked ?? null) : null} />
    </div>
  );
}

type Props = {
  inUse: "none" | "environment" | "settings" | "shut";
  where: string | null;
  isShut: boolean;
  /** Fingerprints: of the key that sealed the password, and of this machine's. */
  keys: { sealedBy: string; here: string | null };
  inside: boolean;
  /** The mailbox whose owner signed in with Microsoft; null: there is a password, or none. */
  signedInAs: string | null;
};

/** What sends now, and why nothing does. */
function ServerState({ inUse, where, isShut, keys, inside, signedInAs }: Props) {
  return (
    <>
      {inUse === "environment" && (
        <State>
          Emails go out through {where}: SMTP_URL is set where the site is started, and outranks what is saved here.
        </State>
      )}
      {inUse === "settings" && (
        <State>
          Emails go out through {where}
          {signedInAs && `, signed in with Microsoft as ${signedInAs}`}.
        </State>
      )}
      {inUse === "none" && <State>Email is not set up, so emails wait under Mail.</State>}
      {isShut && (
        <Notice tone="warning" className="mb-6">
          <p className="font-[650]">The stored password can’t be opened, so this server is not used.</p>
          <p className="mt-1">
            It was sealed with key {keys.sealedBy}; this machine has {keys.here ? `key ${keys.here}` : "none"}. After a
            move or a restored backup, bring the file “sealing-key” of the old data folder (or SEALING_KEY) along, or
            type the password again.
          </p>
        </Notice>
      )}
      {inside && !isShut && inUse !== "environment" && (
        <State>That is an address of this machine or its own network: no one outside can reach it.</State>
      )}
    </>
  );
}

function State({ children }: { children: ReactNode }) {
  return <Notice className="mb-6">{children}</Notice>;
}

type TryView = Extract<MailServerReply, { kind: "tried" }>["tried"];

/** What a test told. */
function TriedNotice({ tried }: { tried: TryView | undefined }) {
  if (!tried) return null;
  if (tried.kind === "limited") return <Failed>Too many tests. Try again in an hour.</Failed>;
  if (tried.kind === "shut") return <Failed>We can’t read the saved password. Enter it again.</Failed>;
  const inside = tried.inside && (
    <p className="mt-1">The server is at {tried.inside}, an address of this machine or its own network.</p>
  );
  if (tried.kind === "sent") {
    return (
      <TryNotice tone="success">
        <p>
          The server took the test email to {tried.to}. Save what you have typed, and open the link in the email: then
          the checklist knows, too.
        </p>
        {tried.answered && (
          <p className="mt-1">
            The port that you chose did not answer, and port {tried.answered.port} did. We have filled it in.
          </p>
        )}
        {inside}
      </TryNotice>
    );
  }
  return (
    <Failed>
      {tried.words}
      {tried.answer && (
        <span className="mt-1 block wrap-anywhere">
          The server’s answer: <q>{tried.answer}</q>
        </span>
      )}
      {inside}
    </Failed>
  );
}

function Failed({ children }: ComponentProps<"div">) {
  return <TryNotice tone="danger">{children}</TryNotice>;
}

/** Takes the focus: the button that was pressed may be a screen further down. */
function TryNotice(props: ComponentProps<typeof Notice>) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return <Notice ref={notice} tabIndex={-1} live className="mb-6" {...props} />;
}
