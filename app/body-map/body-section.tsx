import { use } from "react";
import { BodyFigure } from "#app/body-map/body-figure.tsx";
import { type BodyWords, Panel } from "#app/body-map/panel.tsx";
import { PlaceList } from "#app/body-map/place-list.tsx";
import type { Region } from "#app/body-map/region.ts";
import type { RegionPanel } from "#app/body-map/region-panel.ts";
import { NonceContext } from "#app/ui/nonce.ts";
import { RadioCell } from "#app/ui/radio-cell.tsx";
import swapScript from "#app/ui/shell/swap-part.js?url";

type Props = {
  words: BodyWords & { title: string; pitch: string; nothingChosen: string };
  chosen?: { region: Region; panel: RegionPanel };
  level?: "h1" | "h2";
};

/**
 * The body, front and back: pressing a region shows what we do there. Nothing is stored; each region is a link to a page
 * with the same parts. swap-part.js replaces those alone, so that place and focus stay, and turns a phone's figure.
 */
export function BodySection({ words, chosen, level: Heading = "h2" }: Props) {
  const nonce = use(NonceContext);
  const region = chosen?.region ?? null;
  const isPage = Heading === "h1";
  const shown = region?.views[0] ?? "back";
  return (
    <section
      id="body"
      data-swaps
      aria-labelledby="body-title"
      className={`body-map wrap ${isPage ? "pt-6 pb-16 lg:pt-14" : "section"}`}
    >
      <Heading id="body-title" className={isPage ? "text-2xl md:text-3xl" : "text-3xl"}>
        {words.title}
      </Heading>
      <p className={`mt-3 max-w-[52ch] text-lg text-ink-soft ${isPage ? "max-md:hidden" : ""}`}>{words.pitch}</p>
      <p id="body-said" data-part role="status" className="sr-only">
        {chosen && `${chosen.region.name}: ${treatments(chosen.panel.services.length)}`}
      </p>
      <div className="mt-4 grid gap-x-10 md:mt-6 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_27.5rem]">
        <div>
          <fieldset className="grid grid-cols-2 md:hidden">
            <legend className="sr-only">Side of the body</legend>
            <RadioCell name="body-view" value="front" defaultChecked={shown === "front"} cellClassName="rounded-r-none">
              Front
            </RadioCell>
            <RadioCell name="body-view" value="back" defaultChecked={shown === "back"} cellClassName="rounded-l-none">
              Back
            </RadioCell>
          </fieldset>
          <div className="body-figures mt-3 md:mt-0">
            <BodyFigure view="front" chosen={region} />
            <BodyFigure view="back" chosen={region} />
          </div>
        </div>
        <div id="body-panel" data-part tabIndex={-1} className="body-panel">
          {chosen ? <Panel {...chosen} words={words} /> : <p className="text-ink-soft">{words.nothingChosen}</p>}
        </div>
      </div>
      <PlaceList chosen={region} />
      <script src={swapScript} type="module" nonce={nonce} suppressHydrationWarning />
    </section>
  );
}

function treatments(count: number): string {
  return count === 1 ? "one treatment" : `${count === 0 ? "no" : count} treatments`;
}
