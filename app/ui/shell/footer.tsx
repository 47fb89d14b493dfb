import { Brand } from "#app/ui/shell/brand.tsx";
import type { NavLink, Site } from "#app/ui/shell/site.ts";

type Props = { site: Site; legalLinks: NavLink[] };

/** The foot of every page, with room below it for the chat. */
export function Footer(props: Props) {
  return (
    <footer className="border-t border-line pt-7 pb-6 text-sm wrap-anywhere md:pt-14 lg:pb-24">
      <FooterParts {...props} />
    </footer>
  );
}

/** The practice's side has work to do: one line, which opens to all that stands at the foot of every page. */
export function PracticeFooter(props: Props) {
  return (
    <footer className="practice-footer border-t border-line text-xs wrap-anywhere text-ink-soft">
      <details>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-5 px-4 sm:px-6">
          <Copyright site={props.site} />
          <span className="ml-auto underline underline-offset-4 print:hidden">Contact Us, policies, display</span>
        </summary>
        <div className="border-t border-line py-10 text-sm text-ink">
          <FooterParts {...props} />
        </div>
      </details>
    </footer>
  );
}

function FooterParts({ site, legalLinks }: Props) {
  return (
    <>
      <div className="wrap grid gap-x-6 gap-y-5 min-[22rem]:grid-cols-[auto_minmax(6.5rem,1fr)] md:gap-x-12 md:gap-y-10 md:grid-cols-[1fr_auto_auto] lg:grid-cols-[2fr_1fr_1fr]">
        <div className="min-[22rem]:max-md:col-span-2">
          {site.name && (
            <p className="flex items-center gap-3 font-display text-xl font-[700] tracking-[-0.02em] max-md:hidden">
              <Brand look={site.look} name={site.name} nameClassName="min-w-0 wrap-anywhere" />
            </p>
          )}
          {site.blurb && <p className="max-w-[44ch] md:mt-3 md:text-base">{site.blurb}</p>}
        </div>
        {(site.phone.label || site.email || site.addressLines.length > 0) && (
          <FooterBlock id="footer-contact" title="Contact Us">
            {site.phone.label && (
              <li>
                <a href={site.phone.href} className="prose-link inline-block min-h-6">
                  {site.phone.label}
                </a>
              </li>
            )}
            {site.email && (
              <li>
                <a href={`mailto:${site.email}`} className="prose-link inline-block min-h-6">
                  {site.email}
                </a>
              </li>
            )}
            <li>
              <address className="not-italic">
                {site.addressLines.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
            </li>
          </FooterBlock>
        )}
        {site.socials.length > 0 && (
          <FooterBlock id="footer-follow" title="Follow Us">
            {site.socials.map((social) => (
              <li key={social.url}>
                <a href={social.url} target="_blank" rel="noopener" className="prose-link inline-block min-h-6">
                  {social.label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </FooterBlock>
        )}
      </div>
      <div className="wrap mt-5 space-y-3 text-ink-soft md:mt-12 md:space-y-5">
        <div className="flex flex-wrap justify-between gap-x-12 gap-y-4 border-t border-line pt-5 md:pt-6">
          <LegalLinks links={legalLinks} />
          <ThemeChoice />
        </div>
        {site.smallPrint && <p className="max-w-[90ch]">{site.smallPrint}</p>}
        <Copyright site={site} />
      </div>
    </>
  );
}

/** A practice without a name claims nothing yet. */
function Copyright({ site: { year, name } }: Pick<Props, "site">) {
  if (!name) return null;
  return (
    <p>
      © {year} {name}. All rights reserved.
    </p>
  );
}

function FooterBlock({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <ul className="mt-2 space-y-1">{children}</ul>
    </section>
  );
}

function LegalLinks({ links }: { links: NavLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {links.map((link) => (
        <li key={link.to}>
          <a className="prose-link inline-block min-h-6" href={link.to}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Light, dark, or the device's setting. Hidden until its script runs (shell.js). */
function ThemeChoice() {
  return (
    <fieldset data-theme-choice hidden suppressHydrationWarning className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="float-left mr-4">Display</legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value} className="inline-flex min-h-6 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="theme"
            value={value}
            defaultChecked={value === "device"}
            className="accent-primary"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const CHOICES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "device", label: "Match my device" },
];
