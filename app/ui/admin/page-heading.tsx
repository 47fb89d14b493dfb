import type { ReactNode } from "react";

type Props = { title: string; intro?: ReactNode; children?: ReactNode };

export function PageHeading({ title, intro, children }: Props) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
          {title}
        </h1>
        {intro && <p className="mt-1 text-ink-soft">{intro}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
