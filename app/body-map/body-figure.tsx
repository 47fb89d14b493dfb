import { Fragment } from "react";
import { bodyShapes, bodyView } from "#app/body-map/body-shapes.ts";
import { PLACES, type View } from "#app/body-map/place.ts";
import { type Region, regionAddress, regionBy, regionId, type Side } from "#app/body-map/region.ts";
import { isLeftOfPicture, labelBox } from "#app/body-map/region-label.ts";
import drawing from "#app/ui/art/body.svg?url";

type Shape = (typeof bodyShapes)[View][number];
type Props = { view: View; chosen: Region | null };

const AS_DRAWN = "scale(1)";
const MIRRORED = "scale(-1 1)";

/**
 * One figure: every region is a link, with room for a finger and an outline for the keyboard, which comes once to a
 * region that is drawn in both figures.
 */
export function BodyFigure({ view, chosen }: Props) {
  const [atLeft, atRight] = view === "front" ? ["your right", "your left"] : ["your left", "your right"];
  return (
    <figure data-view={view} className="body-figure">
      <p aria-hidden="true" className="flex justify-between px-1 text-xs text-ink-soft">
        <span>{atLeft}</span>
        <span>{atRight}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg viewBox={bodyView} role="group" aria-label={view === "front" ? "Front" : "Back"} className="w-full">
        <use href={`${drawing}#ground`} />
        {view === "back" && <use href={`${drawing}#spine`} />}
        {bodyShapes[view].map((shape) => (
          <Fragment key={shape.place}>
            {sidesOf(shape, view).map((side) => (
              <RegionLink key={side} {...{ view, shape, side }} isChosen={regionId(shape.place, side) === chosen?.id} />
            ))}
          </Fragment>
        ))}
        <g id={`${view}-label`} data-part>
          {chosen?.views.includes(view) && <Label view={view} region={chosen} />}
        </g>
      </svg>
      <figcaption className="mt-1 text-center text-sm font-[650] max-md:sr-only">
        {view === "front" ? "Front" : "Back"}
      </figcaption>
    </figure>
  );
}

// In the order of the picture, from left to right.
function sidesOf({ place }: Shape, view: View): Side[] {
  if (!PLACES[place].sided) return ["middle"];
  return view === "front" ? ["right", "left"] : ["left", "right"];
}

type LinkProps = { view: View; shape: Shape; side: Side; isChosen: boolean };

function RegionLink({ view, shape: { place, hit, pad, box }, side, isChosen }: LinkProps) {
  const region = regionBy(regionId(place, side));
  if (!region) return null;
  const [x, y, width, height] = side === "middle" ? [-box[0] - box[2], box[1], 2 * (box[0] + box[2]), box[3]] : box;
  const fibres = `${drawing}#${view}-${place}`;
  return (
    <a
      href={regionAddress(region)}
      data-swap
      aria-label={region.name}
      aria-current={isChosen || undefined}
      tabIndex={region.views[0] === view ? undefined : -1}
      className="body-region"
    >
      {halvesOf(view, side).map((half) => (
        <g key={half} transform={half}>
          <use href={fibres} />
          <path className="body-hit" d={hit} strokeWidth={pad} />
        </g>
      ))}
      <rect
        className="body-ring"
        x={x - 9}
        y={y - 9}
        width={width + 18}
        height={height + 18}
        rx={Math.min(30, (Math.min(width, height) + 18) / 2)}
        transform={side === "middle" ? undefined : halvesOf(view, side)[0]}
      />
    </a>
  );
}

function halvesOf(view: View, side: Side): string[] {
  if (side === "middle") return [AS_DRAWN, MIRRORED];
  return [isLeftOfPicture(view, side) ? MIRRORED : AS_DRAWN];
}

function Label({ view, region }: { view: View; region: Region }) {
  const { x, y, width, height } = labelBox(view, region);
  return (
    <g className="body-label">
      <rect x={x} y={y} width={width} height={height} rx={5} />
      <text x={x + width / 2} y={y + height / 2 + 6.5} textAnchor="middle">
        {region.name}
      </text>
    </g>
  );
}
