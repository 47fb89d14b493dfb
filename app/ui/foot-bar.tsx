import type { ReactNode } from "react";

/** One line for a chosen thing and its one button. On a phone it stays at the foot of the screen. */
export function FootBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section data-foot-bar aria-label={label} className="foot-bar">
      {children}
    </section>
  );
}
