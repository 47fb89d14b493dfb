import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { buttonClasses } from "#app/ui/controls.tsx";
import { Brand } from "#app/ui/shell/brand.tsx";
import type { Site } from "#app/ui/shell/site.ts";

/** When a copy was taken: as an instant, in full, and on its own day. */
export type Taken = { instant: string; words: string; time: string };

type Props = {
  title: string;
  taken?: Taken;
  isPractice?: boolean;
  children: ReactNode;
};

/** The page around a copy: whose it is, how old, and the telephone number. It links to nothing that needs a network. */
export function OfflineFrame({ title, taken, isPractice = false, children }: Props) {
  const site = (useRouteLoaderData("root") as { site: Site } | undefined)?.site;
  if (!site) return null;
  return (
    <>
      <header className="border-b border-line bg-paper">
        <div className="wrap flex min-h-18 items-center gap-3">
          <Brand look={site.look} name={site.name} nameClassName="font-display font-[700] wrap-anywhere" />
        </div>
      </header>
      <main id="main" className="wrap py-10">
        <div className="max-w-3xl">
          {taken && (
            <p className="mb-6 border-l-4 border-warning bg-warning-wash p-4 font-[650]">
              As of{" "}
              <time dateTime={taken.instant} data-short={taken.time}>
                {taken.words}
              </time>
              , you’re offline.
            </p>
          )}
          <h1 className="text-3xl">{title}</h1>
          {children}
          <p className="measure mt-8">
            Nothing can be booked or changed from here while you are offline.
            {site.phone.label && (
              <>
                {" "}
                {isPractice ? "Call the practice on" : "Call"}{" "}
                <a href={site.phone.href} className="prose-link whitespace-nowrap">
                  {site.phone.label}
                </a>
                .
              </>
            )}
          </p>
          <p className="mt-4">
            <a href="?" className={buttonClasses({ look: "outline" })}>
              Try again
            </a>
          </p>
        </div>
      </main>
    </>
  );
}
