/** Minutes since midnight as the specification writes a time: `10:30 AM`. */
export function clockLabel(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  const past = String(minute % 60).padStart(2, "0");
  return `${hour % 12 === 0 ? 12 : hour % 12}:${past} ${hour < 12 ? "AM" : "PM"}`;
}

/** The same in a sentence: `10:30am`, `2pm`, `midday`, `midnight`. */
export function clockInProse(minute: number): string {
  if (minute === 720) return "midday";
  if (minute % 1440 === 0) return "midnight";
  return clockLabel(minute).replace(":00", "").replace(" ", "").toLowerCase();
}
