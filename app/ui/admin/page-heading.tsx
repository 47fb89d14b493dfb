import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

/** `isTight`: on a phone one line of 44 px, with the intro for screen readers alone. */
type Props = { title: ReactNode; intro?: ReactNode; isTight?: boolean; children?: ReactNode };

export function PageHeading({ title, intro, isTight = false, children }: Props) {
  return (
    <div
      className={classNames(
        "mb-6 flex items-start justify-between gap-x-6 gap-y-3",
        isTight ? "max-md:mb-1.5 max-md:items-center max-md:gap-x-3 md:flex-wrap" : "flex-wrap",
      )}
    >
      <div className="min-w-0">
        <h1 tabIndex={-1} className={classNames("text-2xl wrap-anywhere", isTight && "max-md:text-xl")}>
          {title}
        </h1>
        {intro && <p className={classNames("mt-1 text-ink-soft", isTight && "max-md:sr-only")}>{intro}</p>}
      </div>
      {children && <div className={classNames("flex flex-wrap gap-2", isTight && "max-md:shrink-0")}>{children}</div>}
    </div>
  );
}
