import { classNames } from "#app/ui/class-names.ts";

/** Shown in place of a film until it is played. Our drawn ones leave their left half empty for the title. */
export type Still = { src: string; srcSet?: string; alt: string; isDrawn?: boolean };

/** A file, with captions for our own films, or another host's player behind a link. */
export type Player =
  | { kind: "file"; src: string; type: string; captions: string | null }
  | { kind: "embed"; address: string; hostName: string };

type Props = { title: string; still: Still; player: Player };

/** A film behind its still image. Nothing loads before it is played; film.js handles the button. */
export function FilmPlayer({ title, still, player }: Props) {
  return (
    <div className="film" data-film={title}>
      {player.kind === "file" ? (
        <FileFilm title={title} still={still} player={player} />
      ) : (
        <EmbeddedFilm title={title} still={still} player={player} />
      )}
      {still.isDrawn && (
        <p aria-hidden="true" className="film-title">
          {title}
        </p>
      )}
    </div>
  );
}

const PLAY = classNames(
  "inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-md bg-paper px-5 font-[650] text-ink no-underline",
  "hover:bg-surface focus-visible:outline-on-band",
);

function FileFilm({ title, still, player }: Props & { player: { kind: "file" } }) {
  return (
    <>
      {/* Behind the film, which shows nothing of its own before it is played: a poster would load with the page. */}
      <img src={still.src} alt="" loading="lazy" />
      {/* biome-ignore lint/a11y/useMediaCaption: our films have captions; a practice's own have their text beside them. */}
      <video controls preload="none" playsInline aria-label={title} suppressHydrationWarning>
        <source src={player.src} type={player.type} />
        {player.captions && <track kind="captions" src={player.captions} srcLang="en-GB" label="English" />}
      </video>
      <button type="button" data-play hidden aria-label={`Play: ${title}`} className={PLAY} suppressHydrationWarning>
        <PlayWords />
      </button>
    </>
  );
}

function EmbeddedFilm({ title, still, player }: Props & { player: { kind: "embed" } }) {
  return (
    <>
      <img src={still.src} srcSet={still.srcSet} sizes="(width >= 48rem) 50vw, 100vw" alt={still.alt} loading="lazy" />
      <a
        href={player.address}
        target="_blank"
        rel="noopener"
        data-play
        aria-label={`Play: ${title}, on ${player.hostName}`}
        className={PLAY}
      >
        <PlayWords />
      </a>
    </>
  );
}

function PlayWords() {
  return (
    <>
      <svg viewBox="0 0 20 20" className="size-4" aria-hidden="true" fill="currentColor">
        <path d="M4 2l14 8-14 8z" />
      </svg>
      Play
    </>
  );
}
