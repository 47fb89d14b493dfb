import type { ReactNode } from "react";

export function BookBand({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Book" className="wrap">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 border-t border-line py-[clamp(3rem,6vw,5rem)]">
        {children}
      </div>
    </section>
  );
}
