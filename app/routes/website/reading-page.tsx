import type { ReactNode } from "react";

type Chapter = { id: string; title: string };

type Props = {
  title: string;
  note?: ReactNode;
  /** A summary in two sentences. */
  lead: ReactNode;
  chapters: readonly Chapter[];
  children: ReactNode;
};

/** A long text: its summary, a table of contents, and the text in one column. */
export function ReadingPage({ title, note, lead, chapters, children }: Props) {
  return (
    <div className="wrap section">
      <header className="border-b border-line pb-10">
        <h1 className="text-3xl">{title}</h1>
        {note && <p className="mt-3 text-sm text-ink-soft">{note}</p>}
        <p className="mt-6 max-w-[52ch] text-lg">{lead}</p>
      </header>
      <div className="grid gap-x-20 gap-y-10 pt-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-labelledby="on-this-page" className="reading-contents print:hidden">
          <h2 id="on-this-page" className="text-sm text-ink-soft">
            On this page
          </h2>
          <ol className="mt-2">
            {chapters.map(({ id, title: chapter }) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1.5 text-sm underline-offset-4 hover:underline">
                  {chapter}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="min-w-0 space-y-12">{children}</div>
      </div>
    </div>
  );
}

export function ReadingChapter({ id, title, children }: Chapter & { children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <div className="mt-3 space-y-4">{children}</div>
    </section>
  );
}
