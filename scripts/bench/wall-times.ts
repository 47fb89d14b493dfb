import { addDays, instantOf } from "#app/platform/date-time.ts";

// node scripts/bench/wall-times.ts: the figures in docs/decisions/0003, our zoned time beside Temporal's.
const ZONE = "Europe/London";
const ENDS = [540, 1020];
const dates = Array.from({ length: 90 }, (_, day) => addDays("2027-03-01", day));

/** The ends of three therapists' working ranges over ninety days with a clock change. */
function total(convert: (date: string, minute: number) => number): number {
  let sum = 0;
  for (const date of dates)
    for (let therapist = 0; therapist < 3; therapist++) for (const minute of ENDS) sum += convert(date, minute);
  return sum;
}

const ours = () => total((date, minute) => instantOf(date, minute, ZONE));
const temporal = () =>
  total((date, minute) => {
    const time = { hour: Math.floor(minute / 60), minute: minute % 60 };
    return Temporal.PlainDate.from(date).toPlainDateTime(time).toZonedDateTime(ZONE).epochMilliseconds;
  });

function once(convert: () => number): number {
  const begun = performance.now();
  convert();
  return performance.now() - begun;
}

function median(convert: () => number): number {
  const runs = Array.from({ length: 200 }, () => once(convert)).sort((a, b) => a - b);
  return runs[100] ?? 0;
}

const first = { ours: once(ours), temporal: once(temporal) };
console.log({ same: ours() === temporal(), first, warm: { ours: median(ours), temporal: median(temporal) } });
