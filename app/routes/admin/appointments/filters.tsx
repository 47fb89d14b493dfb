import type { RegisterFilter, RegisterSort } from "#app/appointments/register/register.ts";
import { addDays, weekdayOf } from "#app/platform/zoned-time.ts";
import { ChipLink } from "#app/ui/admin/chip-link.tsx";
import { FilterForm } from "#app/ui/admin/filter-form.tsx";
import { Field, Select } from "#app/ui/field.tsx";

type Props = {
  filter: RegisterFilter;
  place: { sort: RegisterSort; down: boolean };
  therapists: { slug: string; name: string }[];
  today: string;
};

/** Search, and what to see of the list. Shortcuts first: they are what a thumb needs. */
export function Filters({ filter, place, therapists, today }: Props) {
  const order = `${place.down ? "-" : ""}${place.sort}`;
  return (
    <div className="mb-4">
      <Shortcuts filter={filter} today={today} />
      <FilterForm key={keyOf(filter)} label="Find appointments" className="mt-3">
        <Field
          type="search"
          name="q"
          label="Search"
          placeholder="Name, e-mail, phone or reference"
          defaultValue={filter.text ?? ""}
        />
        <details className="mt-2" open={filter.therapist !== null || undefined}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            More filters
          </summary>
          <div className="grid grid-cols-2 gap-3 pb-2 md:grid-cols-5">
            <Field type="date" name="from" label="From" defaultValue={filter.from ?? ""} />
            <Field type="date" name="to" label="To" defaultValue={filter.to ?? ""} />
            <Select name="status" label="Status" defaultValue={filter.status?.toLowerCase() ?? ""}>
              <option value="">Any</option>
              <option value="pending">Pending</option>
              <option value="confirmed">Confirmed</option>
              <option value="cancelled">Cancelled</option>
            </Select>
            <Select name="therapist" label="Therapist" defaultValue={filter.therapist ?? ""}>
              <option value="">Any</option>
              {therapists.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
            <Select name="sort" label="Sort by" defaultValue={order}>
              {ORDERS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
        </details>
      </FilterForm>
    </div>
  );
}

const ORDERS = [
  ["-date", "Latest date"],
  ["date", "Earliest date"],
  ["name", "Name, A to Z"],
  ["-name", "Name, Z to A"],
  ["email", "E-mail, A to Z"],
  ["-email", "E-mail, Z to A"],
  ["status", "Status, A to Z"],
  ["-status", "Status, Z to A"],
];

// A shortcut changes several fields at once: the form is made anew, with what the address says now.
function keyOf({ from, to, status, therapist }: RegisterFilter): string {
  return [from, to, status, therapist].join(" ");
}

function Shortcuts({ filter, today }: { filter: RegisterFilter; today: string }) {
  const monday = addDays(today, 1 - weekdayOf(today));
  const links = [
    { label: "All", query: "" },
    { label: "Today", query: `from=${today}&to=${today}&sort=date` },
    { label: "This week", query: `from=${monday}&to=${addDays(monday, 6)}&sort=date` },
    { label: "Upcoming", query: `from=${today}&sort=date` },
    { label: "Needs confirming", query: "status=pending&sort=date" },
    { label: "Cancelled", query: "status=cancelled" },
  ];
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ label, query }) => (
        <li key={label}>
          <ChipLink to={`/appointments?${query}`} chosen={isActive(query, filter)}>
            {label}
          </ChipLink>
        </li>
      ))}
    </ul>
  );
}

function isActive(query: string, filter: RegisterFilter): boolean {
  const named = new URLSearchParams(query);
  return (
    filter.text === null &&
    filter.therapist === null &&
    filter.from === named.get("from") &&
    filter.to === named.get("to") &&
    (filter.status?.toLowerCase() ?? null) === named.get("status")
  );
}
