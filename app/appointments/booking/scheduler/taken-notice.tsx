import { useEffect, useRef } from "react";
import type { Scheduler } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { Offer } from "#app/catalogue/service.ts";
import { dateWords, localDateOf, localeMoment, localeTimes } from "#app/platform/date-time.ts";
import { buttonClasses } from "#app/ui/controls.tsx";

/** `safe`: says that the old time, or what was typed, is not lost. */
type Props = { alternatives: Alternatives; scheduler: Pick<Scheduler, "zone" | "locale">; form: string; safe: string };

/** A time was taken meanwhile: the same time with somebody else, then times close to it, each booked by one press. */
export function TakenNotice({
  alternatives: { start, others, near, why, advice },
  scheduler: { zone, locale },
  form,
  safe,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const dayOf = (instant: string) => localDateOf(Date.parse(instant), zone);
  const timeOf = (instant: string) => localeTimes(Date.parse(instant), zone, locale).time;
  const isSameDay = near.every((instant) => dayOf(instant) === dayOf(start));
  return (
    <div role="alert" className="taken">
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        {timeOf(start)} {why}
      </h2>
      <p className="text-sm">
        {safe} {advice}
      </p>
      {others.map(({ slug, name }) => (
        <AlternativeButton key={slug} form={form} value={`${start} ${slug}`}>
          <span>
            <b className="font-[650]">{timeOf(start)}</b> with {name}
          </span>
        </AlternativeButton>
      ))}
      {near.length > 0 && (
        <div className={isSameDay ? "taken-near" : "grid gap-2"}>
          {near.map((instant) => (
            <AlternativeButton key={instant} form={form} value={instant}>
              {isSameDay ? timeOf(instant) : localeMoment(Date.parse(instant), zone, locale)}
            </AlternativeButton>
          ))}
        </div>
      )}
      <a href="#start" className={buttonClasses({ look: "outline", size: "small" })}>
        All times on {dateWords(dayOf(start), locale, { weekday: "long" })}
      </a>
    </div>
  );
}

function sentence(hasOthers: boolean, hasNear: boolean): string {
  if (hasOthers && hasNear) return "Book the same time with someone else, or a time close to it:";
  if (hasOthers) return "Book the same time with someone else:";
  return hasNear ? "Book a time close to it:" : "Nothing else is free near it. Choose another day below.";
}

function AlternativeButton({ form, value, children }: { form: string; value: string; children: React.ReactNode }) {
  return (
    <button
      type="submit"
      form={form}
      name="near"
      value={value}
      className="taken-time figures min-h-13 cursor-pointer rounded-md border border-edge bg-surface px-3"
    >
      {children}
    </button>
  );
}

/** What is offered in place of a taken time. Starts are ISO 8601 instants; `others`: who else is free at that time. */
export type Alternatives = {
  start: string;
  others: { slug: string; name: string }[];
  near: string[];
  /** `has just been taken`. */
  why: string;
  /** What one press does, or that nothing is near. */
  advice: string;
};

type Taken = {
  start: number;
  near: readonly { start: number }[];
  others: readonly { slug: string; name: string }[];
  offer?: Pick<Offer, "length" | "extra">;
};

export function getAlternatives({ start, near, others, offer }: Taken): Alternatives {
  const iso = (instant: number) => new Date(instant).toISOString();
  return {
    start: iso(start),
    others: others.map(({ slug, name }) => ({ slug, name })),
    near: near.map((slot) => iso(slot.start)),
    advice: sentence(others.length > 0, near.length > 0),
    why: offer?.extra
      ? `is too short for a first appointment of ${offer.length.minutes + offer.extra} minutes`
      : "has just been taken",
  };
}
