import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { withQuery } from "#app/ui/admin/list-address.ts";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** The name to sort by in the address; without it the column can't be sorted. */
  sort?: string;
  className?: string;
};

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sorted?: { sort: string; down: boolean };
  /** Before the first column: a tick box to select the row for a bulk action. */
  pick?: (row: Row) => ReactNode;
};

/** A table; below 800 px each row is a card with labelled cells. Explicit roles keep it a table for screen readers. */
export function DataTable<Row>({ caption, columns, rows, keyOf, sorted, pick }: Props<Row>) {
  return (
    <div className="data-table-frame">
      {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes a table's own role away */}
      <table role="table" className="data-table">
        <caption className="sr-only">{caption}</caption>
        {/* biome-ignore lint/a11y/noRedundantRoles: the same */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: the same */}
          <tr role="row">
            {pick && (
              // biome-ignore lint/a11y/noRedundantRoles: the same
              <th role="columnheader" scope="col">
                <span className="sr-only">Pick</span>
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.title} column={column} sorted={sorted} />
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: the same */}
        <tbody role="rowgroup">
          {rows.map((row) => (
            // biome-ignore lint/a11y/noRedundantRoles: the same
            <tr role="row" key={keyOf(row)}>
              {pick && (
                // biome-ignore lint/a11y/noRedundantRoles: the same
                <td role="cell" className="data-pick">
                  {pick(row)}
                </td>
              )}
              {columns.map((column) => (
                // biome-ignore lint/a11y/noRedundantRoles: the same
                <td role="cell" key={column.title} data-title={column.title} className={column.className}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row>({ column, sorted }: { column: Column<Row>; sorted?: Props<Row>["sorted"] }) {
  const [query] = useSearchParams();
  const { title, sort } = column;
  const active = sort !== undefined && sorted?.sort === sort;
  const order = active ? (sorted?.down ? "descending" : "ascending") : undefined;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: display: block takes a table's own role away
    <th role="columnheader" scope="col" aria-sort={order} className={column.className}>
      {sort === undefined ? (
        title
      ) : (
        <Link
          to={withQuery(query, { sort: active && !sorted?.down ? `-${sort}` : sort, page: null })}
          preventScrollReset
          className="inline-flex min-h-6 items-center gap-1 underline decoration-1 underline-offset-4"
        >
          {title}
          <span aria-hidden="true">{active ? (sorted?.down ? "↓" : "↑") : ""}</span>
        </Link>
      )}
    </th>
  );
}
