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
import { ChipLink } from "#app/ui/admin/chip-link.tsx";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { buttonClasses } from "#app/ui/button.tsx";
import { Field, Select } from "#app/ui/field.tsx";

const WORDS: Record<PeriodKind, string> = {
  month: "Month",
  quarter: "Quarter",
  "tax-quarter": "Tax quarter",
  dates: "Dates",
};

/** `day`: the day by which a period of another kind is chosen. */
type Props = { period: Period; choices: Period[]; day: string; by: string };

/** Which kind of period, and which one: all in the address. */
export function PeriodChoice({ period, choices, day, by }: Props) {
  const [query] = useSearchParams();
  const at = ({ kind, from, to }: Period) => withQuery(query, { period: kind, from, to: kind === "dates" ? to : null });
  const beside = [
    { words: "Earlier", at: previousPeriod(period) },
    { words: "Later", at: nextPeriod(period) },
  ];
  return (
    <div className="mb-6">
      <ul aria-label="Kind of period" className="flex flex-wrap gap-2">
        {PERIOD_KINDS.map((kind) => (
          <li key={kind}>
            <ChipLink
              to={at(kind === "dates" ? { ...period, kind } : periodAround(kind, day))}
              chosen={kind === period.kind}
            >
              {WORDS[kind]}
            </ChipLink>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <FilterForm label="Period" values={{ from: period.from, to: period.to }} className="flex flex-wrap gap-3">
          <input type="hidden" name="period" value={period.kind} />
          <input type="hidden" name="by" value={by} />
          {period.kind === "dates" ? (
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
