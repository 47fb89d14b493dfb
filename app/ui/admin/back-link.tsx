import type { ReactNode } from "react";
import { Link } from "react-router";

/** Above an admin page's heading: a link to its parent page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mb-2">
      <Link to={to} className="prose-link inline-flex min-h-6 items-center wrap-anywhere">
        {children}
      </Link>
    </p>
  );
}
