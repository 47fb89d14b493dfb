import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

const LOOKS = {
  good: "bg-success-wash text-success",
  waiting: "bg-warning-wash text-warning",
  bad: "bg-danger-wash text-danger",
  plain: "bg-wash text-ink",
};

/** A word with its colour and symbol: colour is never the only sign. */
export function StatusTag({ look, children }: { look: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <span
      data-tag
      className={classNames(
        "inline-flex items-center gap-1 rounded-sm px-2 py-0.5 text-sm font-[650] wrap-break-word",
        LOOKS[look],
      )}
    >
      {look !== "plain" && <span aria-hidden="true">{{ good: "✓", waiting: "○", bad: "×" }[look]}</span>}
      {children}
    </span>
  );
}
