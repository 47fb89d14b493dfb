import { useContext } from "react";
import type { FilmPlace } from "#app/routes/website/home/film-place.ts";
import type { WordsOf } from "#app/site/page-words.ts";
import filmScript from "#app/ui/film/film.js?url";
import { FilmPlayer } from "#app/ui/film/film-player.tsx";
import { NonceContext } from "#app/ui/nonce.ts";

type Props = { words: WordsOf<"home">["films"]; places: FilmPlace[] };

/** The four films, each with its text for people who can't see or hear it. */
export function Films({ words, places }: Props) {
  const nonce = useContext(NonceContext);
  return (
    <div className="mt-9 md:mt-16 md:border-t md:border-line md:pt-12 lg:mt-20 lg:pt-16">
      <h3 className="text-xl md:text-2xl">{words.title}</h3>
      {words.lead && <p className="mt-3 text-lg text-ink-soft max-md:hidden">{words.lead}</p>}
      <ul className="film-row mt-3 md:mt-8 lg:mt-10">
        {places.map((place) => (
          <li key={place.title}>
            <Film {...place} />
          </li>
        ))}
      </ul>
      <script src={filmScript} type="module" nonce={nonce} suppressHydrationWarning />
    </div>
  );
}

function Film({ title, lines, still, player, length }: FilmPlace) {
  return (
    <>
      <FilmPlayer title={title} still={still} player={player} />
      <h4 className="film-heading mt-1.5 font-[650] md:mt-4">{title}</h4>
      {player.kind === "embed" && (
        <p className="mt-1 text-sm text-ink-soft">
          A film on {player.hostName}
          {length && `, ${length}`}. Nothing is loaded from there before you select Play.
        </p>
      )}
      {lines.length > 0 && (
        <details className="mt-2">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm text-ink-soft underline decoration-1 underline-offset-4 hover:text-ink">
            Transcript<span className="sr-only">: {title}</span>
          </summary>
          <ol className="mt-3 max-w-[52ch] space-y-1 border-l border-line pl-4">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
