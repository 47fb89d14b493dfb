import { href } from "react-router";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { PageTabs } from "#app/ui/admin/page-tabs.tsx";

type Tab = "weeks" | "days-off" | "opening" | "operation";

export const DAYS_OFF = `${href("/admin/hours")}?tab=days-off`;

/** All that is about hours: who works when, and what visitors read of it. */
export function HoursTabs({ open }: { open: Tab }) {
  const can = useMay();
  const all: [Tab, string, string, boolean][] = [
    ["weeks", href("/admin/hours"), "Every week", can("see", "hours")],
    ["days-off", DAYS_OFF, "Days off", true],
    ["opening", href("/admin/settings/opening-hours"), "Opening hours", can("see", "settings")],
    ["operation", href("/admin/settings/operation-hours"), "Operation hours", can("see", "settings")],
  ];
  const tabs = all.flatMap(([tab, to, title, isSeen]) => (isSeen ? [{ to, title, open: tab === open }] : []));
  return <PageTabs label="Hours" tabs={tabs} />;
}
