import { data, Form, href, Link } from "react-router";
import { commandAddress } from "#app/maintenance/backup-place.ts";
import { checkSite, listErrors, readStatus } from "#app/maintenance/site-status.server.ts";
import { GROUPS, openLines, type StatusLine, summary } from "#app/maintenance/status-line.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { mailboxesOf } from "#app/settings/schemas/sender.ts";
import { STATUS_CHECKS } from "#app/site-status.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Button, LinkButton, ScriptButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/site-status.ts";

const MOST_ERRORS = 20;
/** Three turns of five minutes, and then something holds the checks up. */
const STALE = 900_000;

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const db = app.db.kysely;
  const now = app.clock.now();
  const { settings } = await readPractice(app);
  const moment = (at: number) => shortMoment(at, settings.bookingRules.zone);
  const lines = (await readStatus(db, STATUS_CHECKS)).map((line) => ({ ...line, sinceWords: moment(line.since) }));
  const errors = await listErrors(db, { now, most: MOST_ERRORS });
  const checkedAt = Math.max(0, ...lines.map((line) => line.checkedAt));
  const { place } = settings.backups;
  return {
    lines,
    errors: errors.map((error) => ({ ...error, when: moment(error.at) })),
    checked: checkedAt > 0 ? moment(checkedAt) : null,
    isStale: checkedAt > 0 && now - checkedAt > STALE,
    mailsTo: mailboxesOf(settings, app.config).inbox.address,
    way: {
      site: app.config.publicUrl,
      data: app.config.databaseUrl ? `PostgreSQL, and ${app.config.dataDir}` : app.config.dataDir,
      restore: place && `npm run restore -- --from ${commandAddress(place)}`,
    },
  };
}

export async function action({ context }: Route.ActionArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "change", "settings")) throw refusedAs("forbidden");
  await checkSite(app, STATUS_CHECKS);
  return data(null);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Site status");

type Loaded = Route.ComponentProps["loaderData"];
type Line = Loaded["lines"][number];

export default function SiteStatus({ loaderData }: Route.ComponentProps) {
  const { lines, checked, isStale } = loaderData;
  return (
    <>
      <BackLink to={href("/admin/settings")}>All settings</BackLink>
      <PageHeading
        title="Site status"
        intro={checked ? summary(lines) : "The first check begins with the site’s start."}
      />
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[1fr_18.75rem]">
        <div className="space-y-8">
          {isStale && (
            <p role="alert" className="border-l-4 border-danger bg-danger-wash p-4">
              The site has not checked itself since {checked}. Restart it, or call who looks after it.
            </p>
          )}
          {openLines(lines).map((line) => (
            <Open key={line.id} line={line} />
          ))}
          {GROUPS.map((group) => (
            <Group key={group} title={group} lines={lines.filter((line) => line.group === group)} />
          ))}
          <Errors errors={loaderData.errors} />
        </div>
        <Aside {...loaderData} />
      </div>
      <WayBack way={loaderData.way} />
    </>
  );
}

/** What needs the owner: what it means, since when, and one button. */
function Open({ line: { state, title, words, sinceWords, fix } }: { line: Line }) {
  const isWrong = state === "wrong";
  return (
    <section
      className={classNames(
        "flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-l-4 p-4",
        isWrong ? "border-danger bg-danger-wash" : "border-warning bg-warning-wash",
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className={classNames("text-lg", isWrong && "text-danger")}>{title}</h2>
        <p className="mt-1 wrap-anywhere">{words}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {isWrong ? "Wrong" : "Not set up"} since {sinceWords}
        </p>
      </div>
      {fix && (
        <LinkButton to={fix.to} look={isWrong ? "primary" : "strong"} className="max-sm:w-full print:hidden">
          {fix.label}
        </LinkButton>
      )}
    </section>
  );
}

const MARKS: Record<StatusLine["state"], { mark: string; said: string; look: string }> = {
  good: { mark: "✓", said: "Well", look: "bg-success-wash text-success" },
  wrong: { mark: "✗", said: "Wrong", look: "bg-danger-wash text-danger" },
  todo: { mark: "!", said: "Not set up", look: "bg-warning-wash text-warning" },
  off: { mark: "–", said: "Does not apply", look: "bg-wash text-ink-soft" },
};

function Group({ title, lines }: { title: string; lines: Line[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="border-b border-edge pb-2 text-lg">{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.id} className="grid grid-cols-[1.75rem_1fr_auto] gap-x-4 border-b border-line py-3">
            <span
              aria-hidden
              className={classNames("flex size-7 items-center justify-center rounded-sm", MARKS[line.state].look)}
            >
              {MARKS[line.state].mark}
            </span>
            <div className="min-w-0">
              <h3 className="text-base">
                {line.title}
                <span className="sr-only">: {MARKS[line.state].said}</span>
              </h3>
              <p className="text-ink-soft wrap-anywhere">{line.words}</p>
            </div>
            {line.fix && (
              <Link
                to={line.fix.to}
                aria-label={`View ${line.title}`}
                className="prose-link flex min-h-11 items-center print:hidden"
              >
                View
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Errors({ errors }: Pick<Loaded, "errors">) {
  if (errors.length === 0) return null;
  return (
    <section aria-label="Errors of the last 24 hours">
      <h2 className="border-b border-edge pb-2 text-lg">Errors of the last 24 hours</h2>
      <ul>
        {errors.map(({ id, when, message, requestId }) => (
          <li key={id} className="border-b border-line py-2">
            {when}: {message}
            {requestId && (
              <span className="block text-sm text-ink-soft">
                Request <code className="wrap-anywhere">{requestId}</code>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Aside({ checked, mailsTo, lines }: Loaded) {
  const text = lines.map(({ title, state, words }) => `${title}: ${MARKS[state].said}. ${words}`).join("\n");
  return (
    <aside className="space-y-8 print:hidden" aria-label="About these checks">
      <section>
        <h2 className="border-b border-edge pb-2 text-base">How we tell you</h2>
        <p className="mt-2">
          One email when something is wrong, and one when all is right again. Never more than one a day. To: {mailsTo}
        </p>
        <Link to={href("/admin/settings/business")} className="prose-link mt-1 inline-block">
          Change
        </Link>
      </section>
      <section>
        <h2 className="border-b border-edge pb-2 text-base">Ask for help</h2>
        <details className="mt-2">
          <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">Show the text to send</summary>
          <p className="text-sm text-ink-soft">No client is named in it.</p>
          <pre className="mt-2 rounded-sm bg-wash p-3 text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
        </details>
      </section>
      <Form method="post" preventScrollReset className="space-y-3">
        <p className="text-sm text-ink-soft">{checked ? `Checked ${checked}.` : "Not checked yet."}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="outline" size="small">
            Check again now
          </Button>
          <ScriptButton type="button" look="outline" size="small" onClick={() => window.print()}>
            Print the sheet
          </ScriptButton>
        </div>
      </Form>
    </aside>
  );
}

/** On paper alone: what someone needs who stands before a broken machine. */
function WayBack({ way: { site, data: folder, restore } }: Pick<Loaded, "way">) {
  return (
    <section className="mt-8 hidden print:block">
      <h2 className="border-b border-edge pb-2 text-lg">The way back</h2>
      <p className="mt-2">Site: {site}</p>
      <p>Data: {folder}</p>
      <p>
        {restore
          ? `After a fire: put the site on a new machine, then type ${restore}. It asks for the 24 words.`
          : "No backup leaves this machine: if its disk is lost, so is everything."}
      </p>
      <p className="mt-6">The 24 words are kept in: ______________________ Second sheet with: ______________________</p>
    </section>
  );
}
