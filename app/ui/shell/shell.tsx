import type { ReactNode } from "react";
import { Link } from "react-router";
import { ChatPill } from "#app/ui/shell/chat-pill.tsx";
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
        <aside aria-label="About this site" className="bg-wash px-4 py-1 text-center text-xs text-ink">
          This is a demonstration site. The business, people and prices are invented.
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
      <Header site={site} viewer={viewer} links={navLinks} />
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
