import type { ComponentProps } from "react";
import { classNames } from "#app/ui/class-names.ts";

type Tone = "info" | "success" | "warning" | "danger";

const TONES: Record<Tone, string> = {
  info: "border-info bg-info-wash",
  success: "border-success bg-success-wash",
  warning: "border-warning bg-warning-wash",
  danger: "border-danger bg-danger-wash",
};

type Props = ComponentProps<"div"> & { tone?: Tone; live?: boolean | "alert" };

/** A message in the flow of the page. `live` announces it: politely, or as an alert for an error or when so set. */
export function Notice({ tone = "info", live = false, className, ...rest }: Props) {
  const isAlert = live === "alert" || (live && tone === "danger");
  const role = isAlert ? "alert" : live ? "status" : undefined;
  return <div role={role} {...rest} className={classNames("rounded-sm border-l-4 p-4", TONES[tone], className)} />;
}
