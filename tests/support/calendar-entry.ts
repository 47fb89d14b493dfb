/** The properties of an iCalendar file's one event, with METHOD, without the alarm. `DTSTART;X=Y` is `DTSTART`. */
export function calendarEntry(file: string): Record<string, string> {
  const unfolded = file.replaceAll(/\r?\n[ \t]/g, "");
  const lines = unfolded.replace(/BEGIN:VALARM.*END:VALARM/s, "").split(/\r?\n/);
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split(":");
      return [name.split(";")[0] ?? name, value.join(":")];
    }),
  );
}
