import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

export type Tone = "info" | "success" | "warning" | "danger";

const TONES: Record<Tone, string> = {
  info: "border-info bg-info-wash",
  success: "border-success bg-success-wash",
  warning: "border-warning bg-warning-wash",
  danger: "border-danger bg-danger-wash",
};

type Props = { tone?: Tone; live?: boolean; className?: string; children: ReactNode };

/** A message in the flow of the page. `live` reads it out: as an alert when it is bad news, politely otherwise. */
export function Notice({ tone = "info", live = false, className, children }: Props) {
  const role = live ? (tone === "danger" ? "alert" : "status") : undefined;
  return (
    <div role={role} className={classNames("rounded-sm border-l-4 p-4", TONES[tone], className)}>
      {children}
    </div>
  );
}
