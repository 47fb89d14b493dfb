import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { Footer, PracticeFooter } from "#app/ui/shell/footer.tsx";
import { Header } from "#app/ui/shell/header.tsx";
import type { NavLink, Site, Viewer } from "#app/ui/shell/site.ts";

type Props = {
  site: Site;
  viewer: Viewer;
  navLinks: NavLink[];
  legalLinks: NavLink[];
  /** The practice's own side: a footer of one line, and the chat among its links. */
  practice?: boolean;
  children: ReactNode;
};

/** The frame of every page: skip link, header, content, footer, chat. */
export function Shell({ site, viewer, navLinks, legalLinks, practice = false, children }: Props) {
  return (
    <>
      <a
        href="#main"
        className="sr-only z-20 rounded-md bg-surface px-4 py-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to main content
      </a>
      {site.demo && (
        <aside
          aria-label="About this site"
          className={classNames("bg-wash px-4 py-1 text-center text-xs text-ink", practice && "max-lg:hidden")}
        >
          A demonstration: everything here is invented.
        </aside>
      )}
      {site.opening === "not-open" && viewer?.admin && !practice && (
        <aside aria-label="Not open yet" className="bg-warning-wash px-4 py-2 text-center text-sm text-ink">
          Not open yet: visitors see only your name and contact details.{" "}
          <Link to="/admin" reloadDocument className="prose-link inline-block min-h-6">
            Back to the dashboard
          </Link>
        </aside>
      )}
      {/* On a phone a page of the practice has a bar of its own. A box around the header would end its stickiness. */}
      <div className={practice ? "hidden lg:contents" : "contents"}>
        <Header site={site} viewer={viewer} links={navLinks} />
      </div>
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      {practice ? (
        <PracticeFooter site={site} legalLinks={legalLinks} />
      ) : (
        <>
          <Footer site={site} legalLinks={legalLinks} />
          {site.chatUrl && <ChatPill url={site.chatUrl} />}
        </>
      )}
    </>
  );
}

/** A floating link to the practice's messages, without a third-party script. */
function ChatPill({ url }: { url: string }) {
  return (
    <aside aria-label="Chat">
      <a
        href={url}
        target="_blank"
        rel="noopener"
        className="chat-pill fixed right-4 bottom-5 z-10 inline-flex min-h-13 items-center gap-2 rounded-pill border-2 border-paper bg-primary px-4 md:px-5 font-[650] text-on-primary no-underline shadow-lift hover:bg-primary-strong print:hidden"
      >
        <ChatGlyph />
        <span className="chat-pill-words">Chat</span>
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </aside>
  );
}

function ChatGlyph() {
  return (
    <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d="M3 4h14v10H9l-4 3v-3H3z" strokeLinejoin="round" />
    </svg>
  );
}
