import type { ReactNode } from "react";
import { type AdminCounts, type AdminLink, AdminNav, type FindLink } from "#app/ui/admin/admin-nav.tsx";
import { ChangesProvider } from "#app/ui/admin/changes.tsx";
import { ToastsProvider } from "#app/ui/admin/toasts.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  links: AdminLink[];
  counts: AdminCounts;
  chatUrl: string | null;
  find: FindLink | null;
  children: ReactNode;
};

/** Navigation at the side, or at the foot of a phone's screen; toasts; changes. */
export function AdminFrame({ children, ...nav }: Props) {
  const loading = useBusy() !== "idle";
  return (
    <ToastsProvider>
      <ChangesProvider>
        <div data-admin aria-busy={loading} className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)]">
          {loading && <div className="admin-progress" aria-hidden="true" />}
          <AdminNav {...nav} />
          <div className="min-h-[70vh] min-w-0 px-4 pt-6 pb-12 sm:px-6 lg:border-l lg:border-line lg:px-10 lg:pt-8">
            <noscript>
              <Notice className="mb-6">
                Buttons shown in grey need JavaScript. Everything else on these pages works without it.
              </Notice>
            </noscript>
            {children}
          </div>
        </div>
      </ChangesProvider>
    </ToastsProvider>
  );
}
