const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8];

/** In place of the times while those of another choice are read: its own heading, and nothing to press. */
export function WaitingTimes({ title, isLong }: { title: string | null; isLong: boolean }) {
  return (
    <div id="start" tabIndex={-1} className="times">
      <h2 className="text-lg xl:text-xl xl:leading-11">{title ?? "Times"}</h2>
      <p role="status" className="mt-1 mb-2 text-sm text-ink-soft">
        {isLong ? "This is taking longer than it should. Still finding free times…" : "Finding free times…"}
      </p>
      <div aria-hidden="true" className="time-cells">
        {SLOTS.map((slot) => (
          <span key={slot} className="block min-h-13 rounded-md border border-line bg-wash" />
        ))}
      </div>
    </div>
  );
}
