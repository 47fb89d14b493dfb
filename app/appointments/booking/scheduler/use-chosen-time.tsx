import { type MouseEvent, useEffect, useRef, useState } from "react";
import { keptStart } from "#app/appointments/booking/scheduler/choices-query.ts";
import type { Scheduler, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import { usePendingQuery } from "#app/appointments/booking/scheduler/use-pending.tsx";

/** The time that is chosen. `folded`: on a phone the days and times are one line. */
export type ChosenTime = {
  start: string | null;
  time: TimeCell | null;
  folded: boolean;
  choose: (start: string, event: MouseEvent) => void;
  unfold: () => void;
};

export const FOLD = "chosen-time";

/** `typed`: the time of a form that came back. A link with a time leads on to the details of the form with the id. */
export function useChosenTime(scheduler: Scheduler, form: string, typed?: string): ChosenTime {
  const { chosen, times } = scheduler;
  const [start, setStart] = useState(typed ?? chosen.start);
  const [folded, setFolded] = useState(start !== null);
  const isAsking = usePendingQuery() !== null;
  const time = isAsking ? null : (times.find((cell) => cell.start === start) ?? null);
  // Where the focus goes when the page has changed.
  const [goal, setGoal] = useState<"fold" | "time" | "details" | null>(time && !typed ? "details" : null);

  useEffect(() => {
    // Pressed before the script ran, or restored by the browser.
    const checked = document.querySelector<HTMLInputElement>(`[name=start][form=${form}]:checked`);
    if (checked) setStart(checked.value);
  }, [form]);
  useEffect(() => {
    if (goal === "time") {
      const times = [...document.querySelectorAll<HTMLInputElement>("[type=radio][name=start]")];
      document.getElementById("start")?.scrollIntoView();
      (times.find(({ checked }) => checked) ?? times[0])?.focus({ preventScroll: true });
    }
    // A desk shows the times and the details beside each other: there the focus stays with the times.
    if (goal === "details" || (goal === "fold" && document.getElementById(FOLD)?.offsetParent)) focusFirstEmpty(form);
    setGoal(null);
  }, [goal, form]);

  const seen = useRef(scheduler);
  useEffect(() => {
    if (scheduler === seen.current) return;
    seen.current = scheduler;
    // Other times are shown, and the chosen one may not be among them.
    if (!chosen.start) setStart((before) => keptStart(scheduler.times, before));
    else if (chosen.start !== start) {
      // A link to a time of another day, followed on this page.
      const linkedTo = document.querySelector<HTMLInputElement>(`[name=start][form=${form}][value="${chosen.start}"]`);
      if (linkedTo) linkedTo.checked = true;
      setStart(chosen.start);
      setFolded(true);
      setGoal("fold");
    }
  }, [scheduler, chosen.start, start, form]);

  return {
    start,
    time,
    folded: folded && time !== null,
    choose(next, event) {
      // An arrow key chooses too, and must not take the other times away.
      const isPressed = event.detail > 0;
      setStart(next);
      setFolded(isPressed);
      setGoal(isPressed ? "fold" : null);
    },
    unfold() {
      setFolded(false);
      setGoal("time");
    },
  };
}

/** Before a time is chosen, and without a script: the price of the whole day, if it has one. */
export function priceSeen({ times }: Pick<Scheduler, "times">, time: TimeCell | null): string | null {
  const priced = time ?? times.find(({ price }) => price && !price.differs) ?? null;
  return priced?.price?.pounds ?? null;
}

function focusFirstEmpty(id: string): void {
  const form = document.getElementById(id) as HTMLFormElement | null;
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const empty = fields.find((field) => field.matches("input:required") && field.value === "");
  if (empty) {
    empty.focus();
    return;
  }
  // With nothing left to type, booking is what is left to press: it must not move from under a finger on it.
  const confirm = document.querySelector<HTMLElement>("[data-foot-bar] .bar-whole");
  confirm?.focus({ preventScroll: isInView(confirm) });
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
