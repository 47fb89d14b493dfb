import { Form, Link } from "react-router";
import { countedInWords } from "#app/platform/most-listed.ts";
import type { Need } from "#app/routes/admin/need.ts";
import { Button } from "#app/ui/button.tsx";

export const PAST_VISITS = "/admin/past-visits";

/** One press; the page that it leads to says how many, and has the Undo. */
function AllCame({ ids }: { ids: string[] }) {
  return (
    <Form method="post" action={PAST_VISITS} className="grid">
      <input type="hidden" name="ids" value={ids.join(",")} />
      <Button name="mark" value="came" look="outline" size="small" aria-label={`All came (${ids.length})`}>
        All came
      </Button>
    </Form>
  );
}

/** What needs somebody of the practice, each with its number and the way to it. */
export function NeedsList({ needs, toMark }: { needs: Need[]; toMark: string[] }) {
  return (
    <section aria-labelledby="needs" className="pt-2">
      <h2 id="needs" className="text-xl">
        Needs you ({needs.length})
      </h2>
      {needs.length === 0 && <p className="mt-1">Nothing needs you now.</p>}
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
            {to === PAST_VISITS && <AllCame ids={toMark} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
