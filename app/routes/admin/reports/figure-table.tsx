import { Link } from "react-router";
import type { FigureTable } from "#app/routes/admin/reports/report-view.server.ts";
import { useFiguresOpen } from "#app/ui/admin/abilities.tsx";

/** Figures under each other, each with the way to the list that makes it. */
export function LinkedFigures({ caption, table }: { caption: string; table: FigureTable }) {
  const opens = useFiguresOpen();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className="figures w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <td className="border-b border-edge" />
            {table.head.map(({ title, days }) => (
              <th key={title} scope="col" className="border-b border-edge py-2 pr-4 text-left align-bottom font-[650]">
                {title}
                {days && <span className="block text-xs font-normal text-ink-soft">{days}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ label, cells }) => (
            <tr key={label} className="border-b border-line hover:bg-wash">
              <th scope="row" className="py-1 pr-4 text-left font-normal">
                {label}
              </th>
              {cells.map(({ text, to }, index) => (
                <td key={table.head[index]?.title} className="pr-4">
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
