import { Link, useSearchParams } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getReport } from "#app/reports/get-report.server.ts";
import { periodChoices, periodFrom, periodInWords } from "#app/reports/period.ts";
import { SPLITS, type Split } from "#app/reports/report-totals.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { Figure, PlotPatterns } from "#app/routes/admin/dashboard/figure.tsx";
import { PeriodChoice } from "#app/routes/admin/reports/period-choice.tsx";
import type { FigureTable, LargeFigure } from "#app/routes/admin/reports/report-view.server.ts";
import { useFiguresOpen, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { ChipLink } from "#app/ui/admin/filter-links.tsx";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { figuresOf } from "#app/waiting-list/practice-list.server.ts";
import type { Route } from "./+types/reports.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const actor = actorOf(context);
  // Of one therapist there is nothing to divide by therapist.
  const splits = SPLITS.filter((by) => by !== "therapist" || scopeFor(actor, "see", "figures") === "all");
  const split = splits.find((candidate) => candidate === query.get("by")) ?? splits[0] ?? "service";
  const { reportView } = await import("#app/routes/admin/reports/report-view.server.ts");
  const report = await getReport(appContextOf(context), actor, {
    periodOf: (today) => periodFrom(query, today),
    split,
  });
  const { period, today } = report;
  const day = period.from <= today && today <= period.to ? today : period.to;
  const { waitingList, payments } = (await readPractice(appContextOf(context))).settings;
  const filled = waitingList.on ? await figuresOf(appContextOf(context), actor, period) : null;
  return {
    period,
    split,
    splits,
    day,
    choices: periodChoices(period, today),
    view: reportView(report),
    filled,
    ...(payments.on && { money: true }),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Reports");

const BY: Record<Split, string> = {
  therapist: "By therapist",
  service: "By service",
  client: "New or returning",
  source: "By source",
};

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { period, split, splits, day, choices, view, filled, money } = loaderData;
  const opens = useFiguresOpen();
  const isOwn = useOwnOnly()("see", "figures");
  const [query] = useSearchParams();
  const file = (names: string | null) =>
    `/admin/reports/export.csv${withQuery(query, { period: period.kind, from: period.from, to: period.to, by: null, names })}`;
  return (
    <>
      <PageHeading title="Reports" intro={`${isOwn ? "Your own appointments, " : ""}${periodInWords(period)}`}>
        {money && (
          <LinkButton to={`/admin/reports/money${withQuery(query, { by: null })}`} look="outline" size="small">
            Money
          </LinkButton>
        )}
        <LinkButton to={file(null)} reloadDocument look="outline" size="small">
          CSV without names
        </LinkButton>
        <LinkButton to={file("1")} reloadDocument look="outline" size="small">
          CSV with names
        </LinkButton>
      </PageHeading>
      <PeriodChoice period={period} choices={choices} day={day} kept={{ by: split }} />
      <LargeFigures figures={view.large} />
      <p className="max-w-prose">{view.sentence}</p>
      {filled && (
        <p className="max-w-prose">
          From the waiting list: filled {filled.filled} of {filled.gaps} gaps, {priceInFull(filled.pence)}.
        </p>
      )}
      <section aria-labelledby="compared" className="mt-8 max-w-3xl">
        <h2 id="compared" className="mb-2 text-xl">
          Compared
        </h2>
        <LinkedFigures caption="This period, the one before and a year before" table={view.compared} />
        <p className="mt-2 text-sm text-ink-soft">
          {opens && "Each figure opens its appointments. "}“Came again”: appointments followed by another within six
          weeks, of those whose six weeks are over. “Cancelled late”: by the client, inside your change window.
        </p>
      </section>
      <section aria-labelledby="parts" className="mt-10">
        <h2 id="parts" className="mb-3 text-xl">
          Divided
        </h2>
        <ul aria-label="Divide by" className="mb-3 flex flex-wrap gap-2">
          {splits.map((by) => (
            <li key={by}>
              <ChipLink to={withQuery(query, { by })} chosen={by === split}>
                {BY[by]}
              </ChipLink>
            </li>
          ))}
        </ul>
        {view.parts.rows.length === 0 ? (
          <p>No appointments in these days.</p>
        ) : (
          <LinkedFigures caption={`Divided: ${BY[split]}`} table={view.parts} asCards />
        )}
        {split === "source" && (
          <p className="mt-2 text-sm text-ink-soft">
            What was booked before the site stored its source is under “Not stored”.
          </p>
        )}
      </section>
      <section aria-labelledby="plots" className="mt-10 border-t border-line pt-8">
        <PlotPatterns />
        <h2 id="plots" className="mb-4 text-xl">
          In pictures
        </h2>
        <div className="grid gap-10 xl:grid-cols-2">
          {view.plots.map((plotted) => (
            <Figure key={plotted.question} plotted={plotted} />
          ))}
        </div>
      </section>
    </>
  );
}

/** What one looks for first: beside each other on a wide screen, two by two on a phone. */
function LargeFigures({ figures }: { figures: readonly LargeFigure[] }) {
  return (
    <dl className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ label, text, difference }) => (
        <div key={label} className="flex flex-col rounded-lg border border-line bg-surface p-4">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-2xl font-[650] tabular-nums lg:text-3xl">{text}</dd>
          {difference && <dd className="text-sm text-ink-soft">{difference}</dd>}
        </div>
      ))}
    </dl>
  );
}

type LinkedProps = { caption: string; table: FigureTable; asCards?: boolean };

/**
 * Figures under each other, each with the way to the list that makes it. `asCards`: on a phone each row is a card of its own.
 */
function LinkedFigures({ caption, table, asCards = false }: LinkedProps) {
  const opens = useFiguresOpen();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className={`figures w-full text-sm ${asCards ? "figure-cards" : ""}`}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <td className="border-b border-edge" />
            {table.head.map(({ title, days }) => (
              <th
                key={title}
                scope="col"
                className="border-b border-edge py-2 pr-4 text-left align-bottom font-[650] wrap-normal"
              >
                {title}
                {days && <span className="block text-xs font-normal text-ink-soft">{days}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ label, cells }) => (
            <tr key={label} className="border-b border-line hover:bg-wash">
              <th scope="row" className="min-w-28 py-1 pr-4 text-left font-normal">
                {label}
              </th>
              {cells.map(({ text, to }, index) => (
                <td key={table.head[index]?.title} data-title={table.head[index]?.title} className="pr-4">
                  {opens ? (
                    <Link to={to} className="prose-link inline-flex min-h-11 min-w-6 items-center">
                      {text}
                      <span className="sr-only">
                        {" "}
                        ({label}, {table.head[index]?.title})
                      </span>
                    </Link>
                  ) : (
                    text
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
