import { Link, useSearchParams } from "react-router";
import { countedInWords, MOST_LISTED } from "#app/platform/database/most-listed.ts";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { buttonClasses } from "#app/ui/controls.tsx";

/** `total`: more than `most` stands for any number beyond. */
type Props = { page: number; pageSize: number; total: number; noun: string; most?: number };

export function Pagination({ page, pageSize, total, noun, most = MOST_LISTED }: Props) {
  const [query] = useSearchParams();
  const listed = Math.min(total, most);
  const pages = Math.max(1, Math.ceil(listed / pageSize));
  const first = (page - 1) * pageSize + 1;
  const count = new Intl.NumberFormat("en-GB");
  const to = (target: number) => withQuery(query, { page: target === 1 ? null : String(target) });
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-3">
      <p className="figures mr-auto text-sm text-ink-soft" role="status">
        {total === 0
          ? `No ${noun}`
          : `${count.format(first)} to ${count.format(Math.min(listed, page * pageSize))} of ${countedInWords(total, most)} ${noun}`}
        {total > listed && page === pages && ". Narrow the list to see the others."}
      </p>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className={buttonClasses({ look: "outline", size: "small" })}>
          Previous
        </Link>
      )}
      {page < pages && (
        <Link to={to(page + 1)} rel="next" className={buttonClasses({ look: "outline", size: "small" })}>
          Next
        </Link>
      )}
    </nav>
  );
}
