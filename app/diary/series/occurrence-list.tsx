import { useState } from "react";
import type { OccurrenceView } from "#app/diary/series/occurrence-view.ts";
import { RadioCell, ScriptButton } from "#app/ui/controls.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

const TAGS = {
  free: null,
  warning: { look: "waiting", label: "Look" },
  taken: { look: "bad", label: "Taken" },
  lost: { look: "bad", label: "Gone" },
} as const;

/** Each occurrence with its choices, one of them chosen. Works without a script. */
export function OccurrenceList({ occurrences }: { occurrences: readonly OccurrenceView[] }) {
  const [takesNearest, setTakesNearest] = useState(false);
  const movable = occurrences.filter(({ state, nearest }) => state !== "free" && nearest !== null);
  return (
    <>
      {movable.length > 0 && (
        <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ScriptButton type="button" look="outline" size="small" onClick={() => setTakesNearest(true)}>
            {movable.length === 1 ? "Take the nearest free time" : "Take the nearest free time for each"}
          </ScriptButton>
          <span role="status" className="text-sm">
            {takesNearest && "Chosen below. Nothing is booked yet."}
          </span>
        </p>
      )}
      <ol className="border-t border-line">
        {occurrences.map((occurrence, index) => {
          const taken = takesNearest && movable.includes(occurrence) ? occurrence.nearest : null;
          return (
            <li key={`${occurrence.name} ${occurrence.day} ${taken}`} className="border-b border-line py-3">
              <Choices occurrence={{ ...occurrence, chosen: taken ?? occurrence.chosen }} number={index + 1} />
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Choices({ occurrence, number }: { occurrence: OccurrenceView; number: number }) {
  const { name, day, state, words, options, chosen } = occurrence;
  const tag = TAGS[state];
  return (
    <fieldset aria-describedby={`${name}-state`} className="min-w-0">
      <legend className="float-left mr-3 font-[650]">
        <span className="figures inline-block min-w-7">{number}.</span>
        {day}
      </legend>
      <p id={`${name}-state`} className="py-0.5 text-sm text-ink-soft">
        {tag && <StatusTag look={tag.look}>{tag.label}</StatusTag>} {words.join(" ")}
      </p>
      <div className="clear-left flex flex-wrap gap-1.5 pt-2">
        {options.map(({ value, label }) => (
          <RadioCell
            key={value}
            name={name}
            value={value}
            defaultChecked={value === chosen}
            cellClassName="figures px-3 text-sm"
          >
            {label}
          </RadioCell>
        ))}
      </div>
    </fieldset>
  );
}
