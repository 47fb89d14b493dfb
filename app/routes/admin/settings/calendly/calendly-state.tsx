import { Notice } from "#app/ui/notice.tsx";

type Props = {
  inUse: "off" | "shut" | "on";
  hook: "none" | "active" | "plan";
  adapter: { state: "ok" | "failing" | "revoked"; since: string; fault: string | null } | null;
};

/** Whether Calendly is shown, and how it fares. */
export function CalendlyState({ inUse, hook, adapter }: Props) {
  if (inUse === "shut") {
    return (
      <Notice tone="warning" className="mb-6">
        <p className="font-[650]">The stored token can’t be opened, so visitors see your own times.</p>
        <p className="mt-1">
          After a move or a restored backup, bring the file “sealing-key” of the old data folder (or SEALING_KEY) along,
          or type the token again.
        </p>
      </Notice>
    );
  }
  if (inUse === "off" || !adapter)
    return <Notice className="mb-6">Visitors see your own times. Nothing goes to Calendly.</Notice>;
  if (adapter.state === "ok") {
    return (
      <Notice tone="success" className="mb-6">
        Visitors see your calendar on Calendly. {HOOK[hook]}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="mb-6">
      <p className="font-[650]">
        {adapter.state === "revoked" ? "Calendly no longer knows your token, since " : "Calendly has failed since "}
        {adapter.since}
      </p>
      <p className="mt-1 wrap-anywhere">
        {adapter.fault}
        {adapter.state === "failing" && " We go on trying, and what is booked meanwhile arrives."}
      </p>
    </Notice>
  );
}

const HOOK = {
  none: "Within a minute we ask there for the first time: look here again then.",
  active: "It works. Calendly tells us of each booking at once, and we look every five minutes as well.",
  plan: "It works. Calendly does not tell us of bookings (your plan there, or this token, does not allow it), so we look every five minutes.",
};
