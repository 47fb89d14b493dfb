import { type MouseEvent, type ReactNode, type UIEvent, useEffect, useRef, useState } from "react";
import type { DayColumn } from "#app/diary/day-columns.ts";

type Props = { columns: DayColumn[]; label: string; children: ReactNode };

/** On a phone: one column in view, with a press on its name or a swipe to another. Without a script they are anchors. */
export function DaySegments({ columns, label, children }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const names = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);

  useEffect(() => {
    const strip = names.current;
    const name = strip?.querySelector<HTMLElement>("[aria-current]");
    if (name && shown >= 0) strip?.scrollTo({ left: name.offsetLeft - (strip.clientWidth - name.clientWidth) / 2 });
  }, [shown]);

  function show(event: MouseEvent, index: number) {
    const box = scroller.current;
    if (!box) return;
    event.preventDefault();
    box.scrollTo({ left: index * stepOf(box, columns.length) });
  }

  function follow({ currentTarget: box }: UIEvent<HTMLElement>) {
    const step = stepOf(box, columns.length);
    if (step > 0) setShown(Math.min(columns.length - 1, Math.round(box.scrollLeft / step)));
  }

  return (
    <>
      {columns.length > 1 && (
        <nav ref={names} aria-label={label} className="diary-segments">
          {columns.map(({ key, title, booked, therapist }, index) => (
            <a
              key={key}
              href={`#day-${key}`}
              aria-current={index === shown ? "true" : undefined}
              onClick={(event) => show(event, index)}
            >
              {title}
              {/* A colleague's taken times are not counted here. */}
              {(therapist.slug !== null || booked > 0) && (
                <>
                  {" "}
                  <span className="figures">{booked}</span>
                  <span className="sr-only"> booked</span>
                </>
              )}
            </a>
          ))}
        </nav>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section ref={scroller} tabIndex={0} aria-label="Columns" className="diary-scroll" onScroll={follow}>
        {children}
      </section>
    </>
  );
}

/** The width of a column where one is shown at a time. */
function stepOf({ scrollWidth, clientWidth }: HTMLElement, columns: number): number {
  return columns > 1 ? (scrollWidth - clientWidth) / (columns - 1) : 0;
}
