import { Link } from "react-router";
import type { Need } from "#app/routes/admin/need.ts";

/** What needs somebody of the practice, each with its number and the way to it. */
export function NeedsList({ needs }: { needs: Need[] }) {
  return (
    <section aria-labelledby="needs" className="pt-2">
      <h2 id="needs" className="text-xl">
        Needs you ({needs.length})
      </h2>
      {needs.length === 0 && <p className="mt-1">Nothing needs you now.</p>}
      <ul className="mt-2 space-y-2">
        {needs.map(({ label, count, note, to }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex min-h-12 items-center justify-between gap-3 rounded-md bg-wash px-4 py-2 no-underline hover:underline"
            >
              <span>
                {label}
                {note && <span className="block text-sm text-ink-soft">{note}</span>}
              </span>
              <span className="figures font-[650]">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
