const SIGNS = [
  { look: "working", words: "working" },
  { look: "off", words: "not working" },
  { look: "hatched", words: "break or closed" },
  { look: "buffer", words: "buffer" },
  { look: "now", words: "now" },
];

/** What the looks mean, and which keys move an appointment. */
export function DayKey() {
  return (
    <div className="diary-key">
      {SIGNS.map(({ look, words }) => (
        <span key={look}>
          <i data-sign={look} aria-hidden="true" />
          {words}
        </span>
      ))}
      <span id="diary-how" className="diary-how">
        <kbd>Space</kbd> lifts an appointment, arrow keys carry it to another time or column, <kbd>Shift</kbd> with them
        changes its length, <kbd>Enter</kbd> drops it, <kbd>Esc</kbd> puts it back.
      </span>
    </div>
  );
}
