import { getStroke } from "perfect-freehand";
import { type PointerEvent, useRef, useState } from "react";
import { bodyView } from "#app/body-map/body-shapes.ts";
import type { View } from "#app/body-map/place.ts";
import { drawTo, type Stroke } from "#app/health/ink.ts";

/** What was drawn on one side of the body. The list of marks says in words what must be found again. */
export function Ink({ view, ink }: { view: View; ink: readonly Stroke[] }) {
  return (
    <g className="note-ink">
      {ink
        .filter((one) => one.view === view)
        .map((one, nth) => (
          <path key={nth} d={outlineOf(one)} />
        ))}
    </g>
  );
}

function outlineOf({ points }: Stroke): string {
  const pairs = Array.from({ length: points.length / 2 }, (_, nth) => [points[nth * 2] ?? 0, points[nth * 2 + 1] ?? 0]);
  const edge = getStroke(pairs, { size: 10, thinning: 0.4, smoothing: 0.6, streamline: 0.3, last: true });
  const [first = [0, 0]] = edge;
  const curves = edge.map(([x = 0, y = 0], nth) => {
    const [nextX = 0, nextY = 0] = edge[(nth + 1) % edge.length] ?? [];
    return [x, y, (x + nextX) / 2, (y + nextY) / 2].map((value) => value.toFixed(1)).join(" ");
  });
  return `M${first.map((value) => value.toFixed(1)).join(" ")}Q${curves.join(" ")}Z`;
}

type PadProps = { view: View; ink: readonly Stroke[]; onDraw: (ink: Stroke[]) => void };

/** Lies over one side of the body while someone draws. What is drawn counts once it is lifted. */
export function InkPad({ view, ink, onDraw }: PadProps) {
  const current = useRef<Stroke | null>(null);
  const [drawn, setDrawn] = useState<Stroke | null>(null);
  const [x, y, width, height] = bodyView.split(" ");
  const put = (stroke: Stroke | null) => {
    current.current = stroke;
    setDrawn(stroke);
  };
  const begin = (event: PointerEvent<SVGRectElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    put(drawTo({ view, points: [] }, placeOf(event), ink));
  };
  const draw = (event: PointerEvent<SVGRectElement>) => {
    if (event.isPrimary && current.current) put(drawTo(current.current, placeOf(event), ink));
  };
  const lift = (event: PointerEvent<SVGRectElement>) => {
    if (!event.isPrimary || !current.current) return;
    if (current.current.points.length > 0) onDraw([...ink, current.current]);
    put(null);
  };
  return (
    <>
      {drawn && drawn.points.length > 0 && <Ink view={view} ink={[drawn]} />}
      <rect
        {...{ x, y, width, height }}
        className="note-pad"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={lift}
        onPointerCancel={() => put(null)}
      />
    </>
  );
}

/** In the drawing's own units. */
function placeOf({ currentTarget, clientX, clientY }: PointerEvent<SVGRectElement>): { x: number; y: number } {
  return new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()?.inverse());
}
