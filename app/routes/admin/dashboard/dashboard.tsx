import { Form, Link } from "react-router";
import { qrCode } from "#app/accounts/second-factor/uqr.gateway.server.ts";
import { getToday } from "#app/diary/get-today.server.ts";
import { alertOf } from "#app/diary/lists/appointment-list.ts";
import { listUnrecordedIds } from "#app/diary/lists/unrecorded-appointments.server.ts";
import { type AlertView, alertsFor } from "#app/health/alerts.server.ts";
import { type FormState, formStatesOf } from "#app/health/form/forms.server.ts";
import { NoteLink, type NoteStates } from "#app/health/notes/note-link.tsx";
import { noteStates } from "#app/health/notes.server.ts";
import { AddToHomeScreen } from "#app/offline/add-to-home-screen.tsx";
import { KeepOffline } from "#app/offline/store-offline-page.tsx";
import { type MoneyView, moneyOf } from "#app/payments/checkout.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { countedInWords } from "#app/platform/database/most-listed.ts";
import { addDays, dayInWords } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { may } from "#app/platform/permissions.ts";
import { hasOffer } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getFigures, getTakingsToday, type Takings } from "#app/reports/get-dashboard-figures.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { SeenHere } from "#app/routes/account/notifications/seen-here.tsx";
import { todosFor } from "#app/routes/admin/admin-counts.server.ts";
import { leadsSomewhere } from "#app/routes/admin/admin-permissions.ts";
import { inOneLine } from "#app/routes/admin/clients/client-view.ts";
import { Figure, PlotPatterns } from "#app/routes/admin/dashboard/figure.tsx";
import type { FiguresView } from "#app/routes/admin/dashboard/figures-view.server.ts";
import { type BookingAddress, FiveThings } from "#app/routes/admin/dashboard/five-things.tsx";
import { DayLines, TodayCard } from "#app/routes/admin/dashboard/today-card.tsx";
import { TodayLanes } from "#app/routes/admin/dashboard/today-lanes.tsx";
import { type DayLine, gapsToFill, todayView } from "#app/routes/admin/dashboard/today-view.ts";
import { PRINTS } from "#app/routes/admin/diary/diary-tools.tsx";
import { ADMIN_LINKS } from "#app/routes/admin/links.ts";
import { PaymentLink } from "#app/routes/admin/money/payment-link.tsx";
import type { Todo } from "#app/routes/admin/todo.ts";
import { ChecklistLinks, ChecklistPanel } from "#app/site/go-live/checklist-view.tsx";
import { getGoingLive } from "#app/site/go-live/get-checklist.server.ts";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { COMMON_WORDS } from "#app/ui/connection/lost-request.ts";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/dashboard.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const seesFigures = may(actor, "see", "figures");
  const [today, figures, takings] = await Promise.all([
    may(actor, "see", "appointments") ? getToday(app, actor) : null,
    seesFigures ? getFigures(app, actor) : null,
    !seesFigures && may(actor, "see", "takings") ? getTakingsToday(app, actor) : null,
  ]);
  const { figuresView } = await import("#app/routes/admin/dashboard/figures-view.server.ts");
  const rows = today ? [...today.appointments, ...(today.nextDay?.appointments ?? [])] : [];
  const { needs, stranded } = await todosFor(context);
  const goingLive = may(actor, "see", "settings") ? await getGoingLive(app) : null;
  return {
    goingLive,
    isEmpty: await isEmpty(app),
    demo: goingLive?.isDemo ? await demoOf(app) : null,
    today: today && todayView(today, locale, new Set(stranded.map(({ id }) => id))),
    money: today && (await moneyOf(app, actor, today.appointments)),
    notes: today ? await noteStates(app, actor, today.appointments) : {},
    forms: await formStatesOf(
      app,
      rows.map(({ id }) => id),
      actor,
    ),
    // Apart from the day itself, of which a copy is kept in the browser.
    alerts: await alertsFor(app, actor, rows.map(alertOf)),
    needs,
    toMark: needs.some(({ to }) => to === PAST_APPOINTMENTS) ? await listUnrecordedIds(app, actor) : [],
    stranded: stranded.map((row) => ({
      id: row.id,
      name: row.name || "Unknown",
      service: row.serviceTitle,
      when: today ? inOneLine(row.start, { zone: today.zone, locale, now: today.now }) : "",
    })),
    figures: figures && figuresView(figures),
    takings,
  };
}

/** A practice that offers nothing yet and has had nobody: every figure would be zero. */
async function isEmpty(app: AppContext): Promise<boolean> {
  if (hasOffer(await readPractice(app))) return false;
  return (await app.db.kysely.selectFrom("appointments").select("id").limit(1).executeTakeFirst()) === undefined;
}

async function demoOf(app: AppContext): Promise<{ booking: BookingAddress; takesPayments: boolean }> {
  const { payments } = (await readPractice(app)).settings;
  return { booking: bookingAddress(app.config.publicUrl), takesPayments: payments.on };
}

const ONLY_HERE = ["localhost", "127.0.0.1", "[::1]"];

function bookingAddress(site: string): BookingAddress {
  const url = new URL("/book", site);
  return { url: url.href, qr: ONLY_HERE.includes(url.hostname) ? null : qrCode(url.href) };
}

export const handle = { app: "today", lost: { ...COMMON_WORDS, ring: "whoever answers can do it for you" } };

type Today = NonNullable<Route.ComponentProps["loaderData"]["today"]>;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Dashboard");

const MINUTE_MS = 60_000;
const COPY_EVERY_MS = 5 * MINUTE_MS;

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { today, money, notes, forms, alerts, needs, toMark, stranded, figures, takings } = loaderData;
  useFreshEvery(MINUTE_MS);
  return (
    <>
      <SeenHere tells="practice" />
      {today && <KeepOffline content={today} every={COPY_EVERY_MS} />}
      <PageHeading title={today ? titleOf(today) : "Dashboard"} intro={today ? dayInWords(today.date) : undefined}>
        {today && (
          <LinkButton to="/appointments?add=1" look="outline" size="small" className="max-lg:hidden">
            Add Appointment
          </LinkButton>
        )}
      </PageHeading>
      {loaderData.isEmpty ? (
        <>
          {loaderData.goingLive && <ChecklistPanel {...loaderData.goingLive} />}
          <Beginning needs={needs} toMark={toMark} isOwner={loaderData.goingLive !== null} />
        </>
      ) : (
        <>
          {today && <Day {...{ today, money, notes, forms, alerts, needs, toMark, stranded }} />}
          {loaderData.demo && today && (
            <FiveThings
              {...loaderData.demo}
              rows={[...today.earlier, ...today.now, ...today.next]}
              lines={today.nextDay?.lines ?? today.rest}
              day={today.nextDay && dayInWords(today.nextDay.date)}
              money={money}
            />
          )}
          {takings && <TakingsToday {...takings} />}
          {figures && <Figures figures={figures} isAlone={!today} />}
          {today && <Shortcuts today={today.date} />}
          {loaderData.goingLive && <ChecklistLinks {...loaderData.goingLive} />}
        </>
      )}
      {today && <AddToHomeScreen />}
    </>
  );
}

/** `Today: 12 booked, 3 gaps` */
function titleOf({ counts: { booked, gaps } }: Today): string {
  const free = gaps === 1 ? "1 gap" : `${gaps} gaps`;
  return `Today: ${booked} booked${gaps > 0 ? `, ${free}` : ""}`;
}

function Beginning({ needs, toMark, isOwner }: { needs: Todo[]; toMark: string[]; isOwner: boolean }) {
  return (
    <section aria-labelledby="beginning" className="max-w-prose space-y-3">
      <h2 id="beginning" className="text-xl">
        Start here
      </h2>
      <p>Your day and your figures appear here as soon as clients can book.</p>
      {isOwner && (
        <ol className="list-decimal space-y-1 pl-5">
          {FIRST.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="prose-link inline-flex min-h-11 items-center">
                {label}
              </Link>
            </li>
          ))}
        </ol>
      )}
      {needs.length > 0 && <TodoList needs={needs} toMark={toMark} />}
    </section>
  );
}

const GO_LIVE = "/admin/go-live";

const FIRST = [
  { to: "/admin/settings/business", label: "Enter your name, phone number and address" },
  { to: "/admin/therapists/new", label: "Add yourself as a therapist, with your hours" },
  { to: "/admin/services/new", label: "Add your first treatment, with its length and price" },
  { to: GO_LIVE, label: "See what is left before you open" },
];

type Money = Record<string, MoneyView> | null;
type DayProps = {
  today: Today;
  money: Money;
  notes: NoteStates;
  forms: Record<string, FormState>;
  alerts: Record<string, AlertView>;
  needs: Todo[];
  toMark: string[];
  stranded: StrandedRow[];
};

function Day({ today, money, notes, forms, alerts, needs, toMark, stranded }: DayProps) {
  const busy = [...today.now, ...today.next];
  return (
    <>
      <TodayLanes lanes={today.lanes} lines={today.nextDay ? [] : today.rest} />
      <div className="grid grid-cols-1 gap-x-9 gap-y-8 lg:grid-cols-2 xl:grid-cols-[24rem_1fr_1fr]">
        <section aria-labelledby="now" className="space-y-3">
          <h2 id="now" className="text-xl max-lg:sr-only">
            Now and next
          </h2>
          {today.now.map((row) => (
            <TodayCard
              key={row.id}
              row={row}
              money={money?.[row.id]}
              note={notes[row.id]}
              form={forms[row.id]}
              alert={alerts[row.client?.id ?? ""]}
              title="Now"
            />
          ))}
          {today.next.map((row) => (
            <TodayCard
              key={row.id}
              row={row}
              money={money?.[row.id]}
              note={notes[row.id]}
              form={forms[row.id]}
              alert={alerts[row.client?.id ?? ""]}
              title="Next"
            />
          ))}
          {busy.length === 0 && <p>No more appointments today.</p>}
        </section>
        <div className="space-y-3">
          <Stranded rows={stranded} />
          <TodoList needs={needs} toMark={toMark} />
          <Gaps lines={today.nextDay ? [] : today.rest} />
          <Link to="/admin/off-sick" className="prose-link inline-flex min-h-11 items-center">
            Someone is off sick
          </Link>
        </div>
        <section aria-labelledby="rest">
          <h2 id="rest" className="mb-1 text-xl">
            {today.nextDay ? `Next: ${dayInWords(today.nextDay.date)}` : "The rest of today"}
          </h2>
          <Ahead rest={today.rest} nextDay={today.nextDay} forms={forms} alerts={alerts} />
          {today.earlier.length > 0 && <Earlier rows={today.earlier} money={money} notes={notes} />}
        </section>
      </div>
    </>
  );
}

/** On a phone, what would otherwise be behind More or the diary’s menu. */
function Shortcuts({ today }: { today: string }) {
  const can = useMay();
  const tomorrow = new URLSearchParams({ view: "day", date: addDays(today, 1), [PRINTS]: "1" });
  const links = [
    { to: `/admin/diary?${tomorrow}`, label: "Print tomorrow" },
    ...ADMIN_LINKS.filter(({ to }) => BEHIND_MORE.includes(to) && leadsSomewhere(to, can)),
  ];
  return (
    <nav aria-label="Shortcuts" className="mt-8 flex flex-wrap gap-2 lg:hidden">
      {links.map(({ to, label }) => (
        <LinkButton key={to} to={to} look="outline" size="small">
          {label}
        </LinkButton>
      ))}
    </nav>
  );
}

const BEHIND_MORE = ["/users", "/admin/services", "/admin/hours"];

const MOST_GAPS = 3;

/** The free times that something fits into, as buttons under the thumb. On a wide screen the lanes have them. */
function Gaps({ lines }: { lines: DayLine[] }) {
  const gaps = gapsToFill(lines);
  if (gaps.length === 0) return null;
  return (
    <section aria-labelledby="gaps" className="pt-2 lg:hidden">
      <h2 id="gaps" className="text-xl">
        Gaps you can fill
      </h2>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2">
        {gaps.slice(0, MOST_GAPS).map(({ key, time, length, therapist, fill }) => (
          <li key={key}>
            <Link
              to={fill}
              className="flex min-h-13 flex-col items-center justify-center rounded-md border border-dashed border-edge px-2 py-1.5 text-center text-sm no-underline hover:bg-wash"
            >
              <span className="figures font-[650]">{time}</span>
              {[therapist, length].filter(Boolean).join(", ")}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For whoever has the till and no other figures. */
function TakingsToday({ visits, pence }: Takings) {
  return (
    <section aria-labelledby="takings" className="mt-8 max-w-xl border-t border-line pt-6">
      <h2 id="takings" className="text-xl">
        Taken today
      </h2>
      <p className="figures mt-1 text-xl font-[650]">{priceInFull(pence)}</p>
      <p className="text-ink-soft">
        {visits === 1 ? "1 appointment" : `${visits} appointments`} marked as attended. Unmarked appointments are not
        counted.
      </p>
    </section>
  );
}

/** `isAlone`: nothing stands above them. */
function Figures({ figures, isAlone }: { figures: FiguresView; isAlone: boolean }) {
  const isOwn = useOwnOnly()("see", "figures");
  const [heat, weeks, ...more] = figures.plots;
  return (
    <section aria-labelledby="figures" className={isAlone ? undefined : "mt-12 border-t border-line pt-8"}>
      <PlotPatterns />
      <h2 id="figures" className="text-xl">
        {isOwn ? "Your figures" : "Figures"}
      </h2>
      <p className="mt-1 mb-6">{figures.sentence}</p>
      <div className="grid gap-10 xl:grid-cols-2">
        {heat && <Figure plotted={heat} />}
        {weeks && <Figure plotted={weeks} />}
      </div>
      <details className="mt-6" open>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-[650] underline underline-offset-4">
          More numbers
        </summary>
        <div className="mt-4 grid gap-10 xl:grid-cols-2">
          {more.map((plotted) => (
            <Figure key={plotted.question} plotted={plotted} />
          ))}
        </div>
      </details>
    </section>
  );
}

/** What is left of today, or else the next day with appointments. */
type AheadProps = Pick<Today, "rest" | "nextDay"> & Pick<DayProps, "forms" | "alerts">;

function Ahead({ rest, nextDay, ...signs }: AheadProps) {
  if (nextDay) return <DayLines lines={nextDay.lines} {...signs} />;
  return rest.length === 0 ? <p>Nothing more, and no free time left.</p> : <DayLines lines={rest} {...signs} />;
}

type StrandedRow = { id: string; when: string; name: string; service: string };

function Stranded({ rows }: { rows: StrandedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="stranded" className="border-l-4 border-warning bg-warning-wash p-4">
      <h3 id="stranded" className="text-lg">
        Appointments outside working hours
      </h3>
      <p className="mt-1 text-sm">Each stays here until you move or cancel it, or open its time again.</p>
      <p className="mt-3">
        <LinkButton to="/admin/stranded" look="outline" size="small">
          Call these clients
        </LinkButton>
      </p>
      <ul className="mt-2">
        {rows.map(({ id, when, name, service }) => (
          <li key={id} className="wrap-anywhere">
            <Link to={`/admin/appointments/${id}`} className="prose-link inline-block py-2">
              {when}, {name}
            </Link>{" "}
            {service}
          </li>
        ))}
      </ul>
    </section>
  );
}

type EarlierRow = { id: string; time: string; name: string; tags: string[]; attendance: string };

function Earlier({ rows, money, notes }: { rows: EarlierRow[]; money: Money; notes: NoteStates }) {
  const isOwed = (row: EarlierRow) => row.attendance !== "missed" && (money?.[row.id]?.owedPence ?? 0) > 0;
  return (
    <details className="mt-2" open={rows.some(isOwed)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Earlier today ({rows.length})
      </summary>
      <ul>
        {rows.map((row) => {
          const own = money?.[row.id];
          const showsMoney = own !== undefined && (isOwed(row) || own.paid !== null);
          return (
            <li key={row.id} className="flex min-h-11 flex-wrap items-center gap-3 border-b border-line">
              <Link
                to={`/admin/appointments/${row.id}`}
                className="flex min-h-11 min-w-40 flex-1 items-center gap-3 no-underline"
              >
                <span className="figures w-14 shrink-0 font-[650]">{row.time}</span>
                <span className="min-w-0 flex-1">
                  {row.name}
                  <span className="block text-sm text-ink-soft">{row.tags.join(", ")}</span>
                </span>
              </Link>
              <span className="ml-auto inline-flex min-h-11 flex-wrap items-center justify-end gap-x-2">
                {showsMoney && <PaymentLink id={row.id} money={own} name={row.name} />}
                {row.attendance !== "missed" && (
                  <NoteLink appointmentId={row.id} state={notes[row.id]} name={row.name} />
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const PAST_APPOINTMENTS = "/admin/past-visits";

/** One press; the page that it leads to says how many, and has the Undo. */
function AllCame({ ids }: { ids: string[] }) {
  return (
    <Form method="post" action={PAST_APPOINTMENTS} className="grid">
      <input type="hidden" name="ids" value={ids.join(",")} />
      <Button name="mark" value="came" look="outline" size="small" aria-label={`All attended (${ids.length})`}>
        All attended
      </Button>
    </Form>
  );
}

/** What needs somebody of the practice, each with its number and the way to it. */
function TodoList({ needs, toMark }: { needs: Todo[]; toMark: string[] }) {
  return (
    <section aria-labelledby="needs" className="pt-2">
      <h2 id="needs" className="text-xl">
        To do ({needs.length})
      </h2>
      {needs.length === 0 && <p className="mt-1">Nothing to do.</p>}
      <ul className="mt-2 space-y-2">
        {needs.map(({ label, count, most, note, to }) => (
          <li key={label} className="flex gap-2">
            <Link
              to={to}
              className="flex min-h-12 min-w-0 flex-1 items-center justify-between gap-3 rounded-md bg-wash px-4 py-2 no-underline hover:underline"
            >
              <span>
                {label}
                {note && <span className="block text-sm text-ink-soft">{note}</span>}
              </span>
              <span className="figures font-[650]">{countedInWords(count, most)}</span>
            </Link>
            {to === PAST_APPOINTMENTS && <AllCame ids={toMark} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
