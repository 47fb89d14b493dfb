import { BodyFigure, VIEWS } from "#app/health/body-figure.tsx";
import { byRegion } from "#app/health/note.ts";
import { Signs } from "#app/health/notes/note-chart.tsx";
import {
  type Chart,
  changesOf,
  type Line,
  type Point,
  type ProgressView,
  placesOf,
  rowsOf,
} from "#app/health/notes/progress.ts";
import { shortDay } from "#app/platform/date-time.ts";
import { Button, Select } from "#app/ui/controls.tsx";
import "#app/ui/styles/progress.css";

/** The practice's zone and the present instant: a date of another year has its year. */
type When = { zone: string; now: number };

const dayOf = (at: number, { zone, now }: When) => shortDay(at, zone, now);

type ProgressProps = { progress: ProgressView; when: When; isOwn?: boolean };

/** Pain and activities over time, with the same as a table, and two charts of the body side by side. `isOwn`: its reader is the client. */
export function Progress({ progress, when, isOwn = false }: ProgressProps) {
  const Heading = isOwn ? "h3" : "h2";
  const { lines, charts, before, after } = progress;
  return (
    <>
      <div className="grid gap-8 sm:grid-cols-2">
        {lines.map((line, nth) => (
          <LevelPlot key={`${nth} ${line.label}`} line={line} when={when} />
        ))}
      </div>
      {lines.length > 0 && <LevelTable lines={lines} when={when} />}
      {charts.length > 1 && before && after && (
        <section aria-labelledby="side-by-side" className="space-y-4">
          <Heading id="side-by-side" className="text-lg">
            The body, side by side
          </Heading>
          {charts.length > 2 && <ChooseCharts {...{ charts, before, after, when }} />}
          <SideBySide {...{ before, after, when, isOwn }} />
        </section>
      )}
    </>
  );
}

const [LEFT, TOP, HEIGHT, WIDTH] = [34, 20, 70, 270];

/** One line by date, with its numbers. It needs two appointments. */
export function LevelPlot({ line: { label, points }, when }: { line: Line; when: When }) {
  if (points.length < 2) return null;
  const { places, written } = placesOf(points, { width: WIDTH, apart: 22 });
  const dated = placesOf(points, { width: WIDTH, apart: 96 }).written;
  const yOf = ({ level }: Point) => TOP + ((10 - level) * HEIGHT) / 10;
  return (
    <figure className="max-w-96 min-w-0">
      <figcaption className="wrap-anywhere">
        <span className="font-[650]">{label}</span>
        <span className="block text-sm text-ink-soft">{inWords(points, when)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 320 ${TOP + HEIGHT + 28}`}
        role="img"
        aria-label={points.map((point) => `${dayOf(point.at, when)}: ${point.level}`).join(". ")}
        className="progress-plot mt-1 w-full"
      >
        {[0, 5, 10].map((level) => (
          <g key={level}>
            <line x1={LEFT - 12} x2={LEFT + WIDTH} y1={yOf({ at: 0, level })} y2={yOf({ at: 0, level })} />
            <text className="progress-soft" x={LEFT - 18} y={yOf({ at: 0, level }) + 4} textAnchor="end">
              {level}
            </text>
          </g>
        ))}
        <polyline points={places.map((place) => `${LEFT + place.x},${yOf(place)}`).join(" ")} />
        {places.map((place) => (
          <circle key={place.at} cx={LEFT + place.x} cy={yOf(place)} r={4} />
        ))}
        {written.map((place) => (
          <text key={place.at} x={LEFT + place.x} y={yOf(place) - 8} textAnchor="middle">
            {place.level}
          </text>
        ))}
        {dated.map((place) => (
          <text
            key={place.at}
            className="progress-soft"
            x={LEFT + place.x}
            y={TOP + HEIGHT + 22}
            textAnchor={place === dated[0] ? "start" : place === dated.at(-1) ? "end" : "middle"}
          >
            {dayOf(place.at, when)}
          </text>
        ))}
      </svg>
    </figure>
  );
}

/** `From 8 to 3 since Tue 3 Mar`, or that it is the same. */
function inWords(points: readonly Point[], when: When): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const since = dayOf(first.at, when);
  return first.level === last.level
    ? `${last.level}, as on ${since}`
    : `From ${first.level} to ${last.level} since ${since}`;
}

function LevelTable({ lines, when }: { lines: readonly Line[]; when: When }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
        Show as table
      </summary>
      <p className="text-sm text-ink-soft">Pain: 0 is none. Everything else: 0 is not at all, 10 is as before.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="relative mt-2 overflow-x-auto" tabIndex={0} aria-label="Table: progress over time">
        <table className="w-full text-sm">
          <thead>
            <tr>
              {["Date", ...lines.map(({ label }) => label)].map((title, nth) => (
                <th key={`${nth} ${title}`} scope="col" className="border-b border-edge py-1 pr-3 text-left font-[650]">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(lines).map(({ at, levels }) => (
              <tr key={at} className="border-b border-line">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {dayOf(at, when)}
                </th>
                {levels.map((level, nth) => (
                  <td key={`${nth} ${lines[nth]?.label}`} className="py-1 pr-3">
                    {level ?? "–"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

type Pair = { before: Chart; after: Chart; when: When };

/** A plain form: it asks the same page for two other notes. */
function ChooseCharts({ charts, before, after, when }: Pair & Pick<ProgressView, "charts">) {
  const options = charts.map(({ id, at }) => (
    <option key={id} value={id}>
      {dayOf(at, when)}
    </option>
  ));
  return (
    <form action="#side-by-side" className="flex flex-wrap items-end gap-3">
      <Select key={`from ${before.id}`} name="from" label="From" defaultValue={before.id}>
        {options}
      </Select>
      <Select key={`to ${after.id}`} name="to" label="To" defaultValue={after.id}>
        {options}
      </Select>
      <Button look="outline">Compare</Button>
    </form>
  );
}

function SideBySide({ before, after, when, isOwn }: Pair & { isOwn: boolean }) {
  const marks = [...before.marks, ...after.marks];
  const ink = [...before.ink, ...after.ink];
  const hasAnything = ({ view }: (typeof VIEWS)[number]) =>
    byRegion(marks).some(({ region }) => region.views.includes(view)) || ink.some((one) => one.view === view);
  const views = VIEWS.filter(hasAnything);
  return (
    <>
      {views.map(({ view, title }) => (
        <div key={view} className="grid max-w-2xl grid-cols-2 gap-4">
          {[before, after].map((chart, nth) => (
            <div key={nth === 0 ? "before" : "after"} className="min-w-0">
              <p aria-hidden="true" className="text-center text-sm font-[650] sm:hidden">
                {dayOf(chart.at, when)}
              </p>
              <BodyFigure view={view} title={`${title}, ${dayOf(chart.at, when)}`} whose={isOwn ? "your" : "their"}>
                <Signs view={view} marks={chart.marks} ink={chart.ink} />
              </BodyFigure>
            </div>
          ))}
        </div>
      ))}
      <ul className="list-disc pl-5">
        {changesOf(before.marks, after.marks).map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
    </>
  );
}
