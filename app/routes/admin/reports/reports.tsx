import { useSearchParams } from "react-router";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { reachFor } from "#app/platform/permissions.ts";
import { getReport } from "#app/reports/get-report.server.ts";
import { periodChoices, periodFrom, periodInWords } from "#app/reports/period.ts";
import { SPLITS, type Split } from "#app/reports/report-split.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { Figure, PlotPatterns } from "#app/routes/admin/dashboard/figure.tsx";
import { LinkedFigures } from "#app/routes/admin/reports/figure-table.tsx";
import { PeriodChoice } from "#app/routes/admin/reports/period-choice.tsx";
import { useFiguresOpen, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { ChipLink } from "#app/ui/admin/chip-link.tsx";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/reports.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const actor = actorOf(context);
  // Of one therapist there is nothing to divide by therapist.
  const splits = SPLITS.filter((by) => by !== "therapist" || reachFor(actor, "see", "figures") === "all");
  const split = splits.find((candidate) => candidate === query.get("by")) ?? splits[0] ?? "service";
  const { reportView } = await import("#app/routes/admin/reports/report-view.server.ts");
  const report = await getReport(appContextOf(context), actor, {
    periodOf: (today) => periodFrom(query, today),
    split,
  });
  const { period, today } = report;
  const day = period.from <= today && today <= period.to ? today : period.to;
  return { period, split, splits, day, choices: periodChoices(period, today), view: reportView(report) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Reports");

const BY: Record<Split, string> = {
  therapist: "By therapist",
  service: "By service",
  client: "New or returning",
  source: "By source",
};

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { period, split, splits, day, choices, view } = loaderData;
  const opens = useFiguresOpen();
  const isOwn = useOwnOnly()("see", "figures");
  const [query] = useSearchParams();
  const file = (names: string | null) =>
    `/admin/reports/export.csv${withQuery(query, { period: period.kind, from: period.from, to: period.to, by: null, names })}`;
  return (
    <>
      <PageHeading title="Reports" intro={`${isOwn ? "Your own visits, " : ""}${periodInWords(period)}`}>
        <LinkButton to={file(null)} reloadDocument look="outline" size="small">
          CSV without names
        </LinkButton>
        <LinkButton to={file("1")} reloadDocument look="outline" size="small">
          CSV with names
        </LinkButton>
      </PageHeading>
      <PeriodChoice period={period} choices={choices} day={day} by={split} />
      <p className="max-w-prose">{view.sentence}</p>
      <section aria-labelledby="compared" className="mt-8 max-w-3xl">
        <h2 id="compared" className="mb-2 text-xl">
          Compared
        </h2>
        <LinkedFigures caption="This period, the one before and a year before" table={view.compared} />
        <p className="mt-2 text-sm text-ink-soft">
          {opens && "Each figure opens its appointments. "}“Came again”: visits followed by another within six weeks, of
          those whose six weeks are over. “Cancelled late”: by the client, inside your change window.
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
          <p>Nothing was booked in these days.</p>
        ) : (
          <LinkedFigures caption={`Divided: ${BY[split]}`} table={view.parts} />
        )}
        {split === "source" && (
          <p className="mt-2 text-sm text-ink-soft">
            What was booked before the site stored its source stands under “Not stored”.
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
