import { Link, useSearchParams } from "react-router";
import {
  nextPeriod,
  PERIOD_KINDS,
  type Period,
  type PeriodKind,
  periodAround,
  periodInWords,
  previousPeriod,
} from "#app/reports/period.ts";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { ChipLink } from "#app/ui/admin/filter-links.tsx";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { buttonClasses, Field, Select } from "#app/ui/controls.tsx";

const PERIOD_WORDS: Record<PeriodKind, string> = {
  month: "Month",
  quarter: "Quarter",
  "tax-quarter": "Tax quarter",
  dates: "Dates",
  day: "Day",
  "vat-01": "VAT quarter",
  "vat-02": "VAT quarter",
  "vat-03": "VAT quarter",
};

type PeriodProps = {
  period: Period;
  kinds?: readonly PeriodKind[];
  choices: Period[];
  /** By which a period of another kind is chosen. */
  day: string;
  /** What else the address says. */
  kept: Record<string, string>;
};

/** Which kind of period, and which one: all in the address. */
export function PeriodChoice({ period, kinds = PERIOD_KINDS, choices, day, kept }: PeriodProps) {
  const [query] = useSearchParams();
  const at = ({ kind, from, to }: Period) => withQuery(query, { period: kind, from, to: kind === "dates" ? to : null });
  const beside = [
    { words: "Earlier", at: previousPeriod(period) },
    { words: "Later", at: nextPeriod(period) },
  ];
  return (
    <div className="mb-6">
      <ul aria-label="Kind of period" className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <li key={kind}>
            <ChipLink
              to={at(kind === "dates" ? { ...period, kind } : periodAround(kind, day))}
              chosen={kind === period.kind}
            >
              {PERIOD_WORDS[kind]}
            </ChipLink>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <FilterForm label="Period" values={{ from: period.from, to: period.to }} className="flex flex-wrap gap-3">
          <input type="hidden" name="period" value={period.kind} />
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {period.kind === "day" ? (
            <Field type="date" name="from" label="Day" defaultValue={period.from} />
          ) : period.kind === "dates" ? (
            <>
              <Field type="date" name="from" label="From" defaultValue={period.from} />
              <Field type="date" name="to" label="To" hint="Three years at most" hintBeside defaultValue={period.to} />
            </>
          ) : (
            <Select name="from" label="Which" defaultValue={period.from} className="w-72 max-w-full">
              {choices.map((choice) => (
                <option key={choice.from} value={choice.from}>
                  {periodInWords(choice)}
                </option>
              ))}
            </Select>
          )}
        </FilterForm>
        {beside.map((one) => (
          <Link
            key={one.words}
            to={at(one.at)}
            preventScrollReset
            className={buttonClasses({ look: "outline", size: "small" })}
          >
            {one.words}
            <span className="sr-only">: {periodInWords(one.at)}</span>
          </Link>
        ))}
      </div>
    </div>
  );
}
