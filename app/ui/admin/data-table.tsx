import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { Icon } from "#app/ui/icon.tsx";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** The name to sort by in the address; without it the column can't be sorted. */
  sort?: string;
  className?: string;
  /** Where its cell stands in a phone's row of two lines; a cell without a place is left out there. */
  place?: Place;
};

/**
 * First line: lead and aside. Second: under and tag, or one line over both. `actions`: behind a button of the row, which
 * is not there for a cell that is null.
 */
type Place = "lead" | "aside" | "under" | "tag" | "line" | "actions";

type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sorted?: { sort: string; down: boolean };
  /** Before the first column: a tick box to select the row for a bulk action. */
  pick?: (row: Row) => ReactNode;
  /** What a row is called, for the button of its actions. */
  nameOf?: (row: Row) => string;
};

/**
 * A table; below 800 px each row is two lines if its columns have places, or else a card with labelled cells. Explicit
 * roles keep it a table for screen readers.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, sorted, pick, nameOf }: Props<Row>) {
  return (
    <div className="data-table-frame">
      {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes a table's own role away */}
      <table role="table" className="data-table" data-lines={columns.some(({ place }) => place) || undefined}>
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
                <td
                  // biome-ignore lint/a11y/noRedundantRoles: the same
                  role="cell"
                  key={column.title}
                  data-title={column.title}
                  data-place={column.place}
                  className={column.className}
                >
                  {column.place === "actions" ? (
                    <RowActions name={nameOf?.(row) ?? ""}>{column.cell(row)}</RowActions>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowActions({ name, children }: { name: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  if (children === null) return null;
  return (
    <>
      <button type="button" data-needs-script aria-expanded={open} className="data-more" onClick={() => setOpen(!open)}>
        <Icon name="dots" />
        <span className="sr-only">Actions for {name}</span>
      </button>
      <div className="data-actions" data-open={open || undefined}>
        {children}
      </div>
    </>
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
