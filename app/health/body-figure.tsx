import { type KeyboardEvent, type ReactNode, useState } from "react";
import { bodyShapes, bodyView } from "#app/body-map/body-shapes.ts";
import type { View } from "#app/body-map/place.ts";
import { halvesOf, isLeftOfPicture, type Region, regionBy, regionId, sidesOf } from "#app/body-map/region.ts";
import drawing from "#app/ui/art/body.svg?url";
import { classNames } from "#app/ui/class-names.ts";
import { RadioCell } from "#app/ui/controls.tsx";
import "#app/ui/styles/body-figure.css";

export const VIEWS: { view: View; title: string }[] = [
  { view: "back", title: "Back" },
  { view: "front", title: "Front" },
];

/** What makes a region of the picture a control: its name for a screen reader, and what is so of it now. */
export type Control = {
  onPress: (region: Region) => void;
  labelOf: (region: Region) => string;
  state: (region: Region) => { "aria-current"?: true; "aria-pressed"?: boolean };
};

type FigureProps = {
  view: View;
  title: string;
  whose?: "their" | "your";
  control?: Control;
  /** Where hands worked: its fibres are oxide. */
  isWorked?: (region: Region) => boolean;
  children?: ReactNode;
};

/** One side of the body, with signs on it as children. `whose`: as the reader calls the body. */
export function BodyFigure({ view, title, whose = "their", control, isWorked, children }: FigureProps) {
  const [atLeft, atRight] = view === "front" ? ["right", "left"] : ["left", "right"];
  return (
    <figure className="mx-auto max-w-80">
      <p aria-hidden="true" className="flex justify-between px-1 text-xs text-ink-soft">
        <span>{`${whose} ${atLeft}`}</span>
        <span>{`${whose} ${atRight}`}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg viewBox={bodyView} role="group" aria-label={title} className="w-full">
        <use href={`${drawing}#ground`} />
        {view === "back" && <use href={`${drawing}#spine`} />}
        {bodyShapes[view].flatMap(({ place, hit, pad }) =>
          sidesOf(place, view).map((side) => {
            const region = regionBy(regionId(place, side));
            const shape = halvesOf(view, side).map((half) => (
              <g key={half} transform={half}>
                <use href={`${drawing}#${view}-${place}`} />
                {control && <path className="body-hit" d={hit} strokeWidth={pad} />}
              </g>
            ));
            const worked = region && isWorked?.(region) ? "note-worked" : undefined;
            if (!region || !control)
              return (
                <g key={`${place} ${side}`} className={worked}>
                  {shape}
                </g>
              );
            return (
              <RegionControl key={region.id} region={region} control={control} className={worked}>
                {shape}
              </RegionControl>
            );
          }),
        )}
        {children}
      </svg>
      <figcaption className="text-center text-sm font-[650] max-sm:sr-only">{title}</figcaption>
    </figure>
  );
}

type ControlProps = { region: Region; control: Control; className: string | undefined; children: ReactNode };

function RegionControl({ region, control: { onPress, labelOf, state }, className, children }: ControlProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onPress(region);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons
    <g
      role="button"
      tabIndex={0}
      aria-label={labelOf(region)}
      {...state(region)}
      className={classNames("body-region note-region", className)}
      onClick={() => onPress(region)}
      onKeyDown={press}
    >
      {children}
    </g>
  );
}

type FiguresProps = Pick<FigureProps, "whose" | "control" | "isWorked"> & { signs: (view: View) => ReactNode };

/** Both sides beside each other; where they are pressed, a phone shows one at a time. */
export function BodyFigures({ signs, ...figure }: FiguresProps) {
  const [facing, setFacing] = useState<View>("back");
  const isPressed = figure.control !== undefined;
  return (
    <>
      {isPressed && (
        <fieldset className="grid grid-cols-2 sm:hidden">
          <legend className="sr-only">Side of the body</legend>
          {VIEWS.map(({ view, title }) => (
            <RadioCell
              key={view}
              name="side-of-body"
              value={view}
              checked={facing === view}
              onChange={() => setFacing(view)}
            >
              {title}
            </RadioCell>
          ))}
        </fieldset>
      )}
      <div className={classNames("mt-2 grid gap-4", isPressed ? "sm:grid-cols-2" : "grid-cols-2")}>
        {VIEWS.map(({ view, title }) => (
          <div key={view} className={isPressed && view !== facing ? "max-sm:hidden" : ""}>
            <BodyFigure view={view} title={title} {...figure}>
              {signs(view)}
            </BodyFigure>
          </div>
        ))}
      </div>
    </>
  );
}

/** A ring on each of these places that this side shows. */
export function Rings({ view, places }: { view: View; places: readonly Region[] }) {
  return places
    .filter(({ views }) => views.includes(view))
    .map((region) => {
      const { x, y } = centreOf(view, region);
      return (
        <g key={region.id} className="note-ring">
          <circle cx={x} cy={y} r={20} />
          <path d={`M${x - 8} ${y}l6 7l11 -14`} />
        </g>
      );
    });
}

export function centreOf(view: View, { place, side }: Region): { x: number; y: number } {
  const [left, top, wide, high] = bodyShapes[view].find((one) => one.place === place)?.box ?? [0, 0, 0, 0];
  const x = side === "middle" ? 0 : left + wide / 2;
  return { x: isLeftOfPicture(view, side) ? -x : x, y: top + high / 2 };
}
