import { Link } from "react-router";
import type { NavLink, Site } from "#app/ui/shell/site.ts";
import { ThemeChoice } from "#app/ui/shell/theme-choice.tsx";

/** The foot of every page: who we are, how to reach us, the small print. */
export function Footer({ site, legalLinks }: { site: Site; legalLinks: NavLink[] }) {
  return (
    <footer className="border-t border-line py-12 text-sm">
      <div className="wrap grid gap-10 md:grid-cols-[2fr_1fr_1fr]">
        <p className="max-w-[42ch]">{site.blurb}</p>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className="text-lg">
            Contact Us
          </h2>
          <ul className="mt-2 space-y-1">
            <li>
              <a href={site.phone.href} className="prose-link inline-block min-h-6">
                {site.phone.label}
              </a>
            </li>
            <li>
              <a href={`mailto:${site.email}`} className="prose-link inline-block min-h-6">
                {site.email}
              </a>
            </li>
            <li>
              <address className="not-italic">
                {site.addressLines.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            </li>
          </ul>
        </section>
        <section aria-labelledby="footer-follow">
          <h2 id="footer-follow" className="text-lg">
            Follow Us
          </h2>
          <ul className="mt-2 space-y-1">
            {site.socials.map((social) => (
              <li key={social.url}>
                <a href={social.url} target="_blank" rel="noopener" className="prose-link inline-block min-h-6">
                  {social.label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="wrap mt-10 space-y-4 text-ink-soft">
        <LegalLinks links={legalLinks} />
        <ThemeChoice />
        <p className="max-w-[90ch]">{site.smallPrint}</p>
        <p>
          © {site.year} {site.name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

function LegalLinks({ links }: { links: NavLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {links.map((link) => (
        <li key={link.to}>
          <Link to={link.to} className="prose-link inline-block min-h-6">
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
