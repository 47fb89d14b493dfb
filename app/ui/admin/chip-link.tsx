import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";

type Props = { to: string; chosen: boolean; children: ReactNode };

/** One view of a page as a link; the address says which is chosen. */
export function ChipLink({ to, chosen, children }: Props) {
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
