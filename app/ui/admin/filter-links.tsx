import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { classNames } from "#app/ui/class-names.ts";

type FilterProps = { label: string; name: string; chosen: string | null; choices: readonly [string | null, string][] };

export function FilterLinks({ label, name, chosen, choices }: FilterProps) {
  const [query] = useSearchParams();
  const known = choices.some(([value]) => value === chosen) ? chosen : null;
  return (
    <nav aria-label={label} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {choices.map(([value, words]) => (
          <li key={words}>
            <Link
              to={withQuery(query, { [name]: value, page: null, saved: null })}
              aria-current={value === known ? "true" : undefined}
              className="inline-flex min-h-11 items-center rounded-full border border-edge px-4 text-sm no-underline hover:bg-wash aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-on-primary"
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ChipProps = { to: string; chosen: boolean; children: ReactNode };

/** One view of a page as a link; the address says which is chosen. */
export function ChipLink({ to, chosen, children }: ChipProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={chosen ? "true" : undefined}
      className={classNames(
        "inline-flex min-h-11 items-center rounded-md border px-3 text-sm no-underline",
        chosen ? "border-primary bg-primary text-on-primary" : "border-edge hover:bg-wash",
      )}
    >
      {children}
    </Link>
  );
}
