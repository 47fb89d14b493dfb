import { dateFormat } from "#app/platform/date-time.ts";

/** `15:45`, `Tuesday 24 November`, `Tue 24 Nov`. */
const FORMATS = {
  time: { timeStyle: "short" },
  day: { weekday: "long", day: "numeric", month: "long" },
  shortDay: { weekday: "short", day: "numeric", month: "short" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

type Props = { at: number; zone: string; as: keyof typeof FORMATS };

/**
 * An instant on a cached page: served in British format, then rewritten by shell.js in the viewer's locale and the
 * practice's zone. On a hydrated page the loader knows the viewer's locale.
 */
export function ViewerTime({ at, zone, as }: Props) {
  const format = { ...FORMATS[as], timeZone: zone };
  return (
    <time dateTime={new Date(at).toISOString()} data-format={JSON.stringify(format)}>
      {dateFormat("en-GB", format).format(at).replace(",", "")}
    </time>
  );
}
