import type { ReactNode } from "react";

/**
 * The pending choice with its one button. On a phone it stays at the foot of the screen, with room for the chat beside
 * the button (base.css).
 */
export function FootBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      data-foot-bar
      aria-label={label}
      className="sticky bottom-0 z-10 -mx-[clamp(20px,4vw,48px)] self-start border-t border-line bg-surface px-[clamp(20px,4vw,48px)] pt-3 pb-4 shadow-sheet lg:static lg:mx-0 lg:rounded-sm lg:border lg:p-6 lg:shadow-none [@media(max-height:500px)]:static"
    >
      {children}
    </section>
  );
}
