import { Form, Link, NavLink, useLocation } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { buttonClasses } from "#app/ui/controls.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";
import { Brand } from "#app/ui/shell/brand.tsx";
import type { NavLink as Destination, Site, Viewer } from "#app/ui/shell/site.ts";

const MENU = "menu";
const IN_SHEET = "md:hidden";
const ITEM =
  "flex min-h-12 w-full items-center border-line no-underline hover:underline underline-offset-8 decoration-2 max-md:border-b max-md:text-lg md:min-h-11 md:text-sm md:whitespace-nowrap md:max-[53rem]:text-[0.875rem]";

const NAME = "font-display font-[700] tracking-[-0.02em]";
const [SHORT, LONG] = [16, 30];

/** A long name takes several smaller lines, and is cut with an ellipsis before it pushes the menu out. */
function nameClass({ name, look }: Site, viewer: Viewer): string {
  // A mark or logo replaces it where there is no room: at 400 %, and sooner for an admin, who has one link more.
  const isAlone = !look.hasMark && look.logo === null;
  return classNames(
    NAME,
    name.length > LONG
      ? "line-clamp-4 wrap-anywhere text-xs leading-tight sm:text-sm md:max-lg:text-xs lg:text-base"
      : name.length > SHORT
        ? "line-clamp-2 wrap-anywhere text-sm leading-tight lg:text-base"
        : isAlone
          ? "wrap-anywhere text-lg leading-tight sm:text-xl md:max-lg:text-base"
          : "whitespace-nowrap text-lg sm:text-xl md:max-lg:text-base",
    !isAlone && "max-[22.4rem]:sr-only",
    !isAlone && viewer?.admin && "md:max-[53rem]:sr-only",
  );
}

type Props = { site: Site; viewer: Viewer; links: Destination[] };

/** Below 768 px a button opens the links as a sheet: a popover, so it needs no script. */
export function Header({ site, viewer, links }: Props) {
  return (
    <header className="site-header border-b border-line bg-paper">
      <div className="wrap flex min-h-18 items-center gap-2 sm:gap-4">
        <Link
          to="/"
          className="mr-auto inline-flex min-h-11 min-w-0 items-center gap-2 no-underline sm:gap-3 md:max-lg:gap-2"
        >
          <Brand look={site.look} name={site.name || "Opening soon"} nameClassName={nameClass(site, viewer)} />
        </Link>
        <HeaderAction phone={site.phone} />
        <button
          type="button"
          popoverTarget={MENU}
          className={`${buttonClasses({ look: "outline", size: "small" })} shrink-0 max-sm:px-3 max-[13rem]:px-1 md:hidden`}
        >
          <MenuGlyph />
          <span className="max-sm:sr-only">Menu</span>
        </button>
        <nav id={MENU} popover="auto" aria-label="Main" className="site-nav">
          <div className="flex justify-end md:hidden">
            <button
              type="button"
              popoverTarget={MENU}
              popoverTargetAction="hide"
              className={`${buttonClasses({ look: "quiet", size: "small" })} -mr-4`}
            >
              Close menu
            </button>
          </div>
          <ul className="flex flex-col md:flex-row md:items-center md:gap-3 lg:gap-6">
            {links.map((link) => (
              <li key={link.to} className={link.inSheet ? IN_SHEET : undefined}>
                {link.hydrated ? (
                  <NavLink onClick={closeMenu} to={link.to} className={navClass}>
                    {link.label}
                  </NavLink>
                ) : (
                  <PageLink to={link.to} label={link.label} onClick={closeMenu} />
                )}
              </li>
            ))}
            <ViewerItems viewer={viewer} />
          </ul>
          <SheetFoot site={site} />
        </nav>
      </div>
    </header>
  );
}

/** Who is booking already needs the phone more than a link to this page. */
function HeaderAction({ phone }: Pick<Site, "phone">) {
  const isBooking = /^\/book(\/|$)/i.test(useLocation().pathname);
  const classes = "header-book shrink-0 whitespace-nowrap max-sm:px-3 max-[13rem]:px-1 md:order-last md:max-lg:px-3";
  if (!isBooking || !phone.label) {
    return (
      <BookButton size="small" look="outline" brief className={classes}>
        Book now
      </BookButton>
    );
  }
  return (
    <a href={phone.href} className={classNames(buttonClasses({ look: "outline", size: "small" }), "figures", classes)}>
      <Icon name="phone" className="size-5" />
      <span className="sr-only">Call </span>
      <span className="max-md:sr-only md:max-[53rem]:sr-only">{phone.label}</span>
    </a>
  );
}

/** Below the links of a phone's sheet: what people open it for. */
function SheetFoot({ site: { phone, hours, opening } }: { site: Site }) {
  return (
    <div className="mt-6 md:hidden">
      {opening === "open" && <BookButton className="w-full">Book now</BookButton>}
      {phone.label && (
        <a href={phone.href} className={`${buttonClasses({ look: "outline" })} figures mt-3 w-full`}>
          <span className="font-normal">Call</span> {phone.label}
        </a>
      )}
      {hours.length > 0 && <h2 className="mt-6 text-base">Opening hours</h2>}
      <dl className="figures mt-1 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {hours.map(({ days, times }) => (
          <div key={days} className="contents">
            <dt>{days}</dt>
            <dd>{times}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function ViewerItems({ viewer }: { viewer: Viewer }) {
  if (!viewer) {
    return (
      <li>
        <PageLink to="/login" label="Sign In" />
      </li>
    );
  }
  return (
    <>
      {viewer.admin && (
        <li>
          <PageLink to="/admin" label="Admin" />
        </li>
      )}
      <li className={IN_SHEET}>
        <PageLink to="/account" label="Your account" />
      </li>
      <li>
        <Form method="post" action="/logout" reloadDocument>
          <button type="submit" className={`${ITEM} cursor-pointer`}>
            Log Out
          </button>
        </Form>
      </li>
    </>
  );
}

// After a navigation without a reload the sheet would stay over the new page.
function closeMenu() {
  document.getElementById(MENU)?.togglePopover(false);
}

/** To a page that is loaded anew: all that the router's link would add to it is work. */
function PageLink({ to, label, onClick }: { to: string; label: string; onClick?: () => void }) {
  const pathname = useLocation().pathname.toLowerCase();
  const isActive = pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
  return (
    <a aria-current={isActive ? "page" : undefined} className={navClass({ isActive })} href={to} onClick={onClick}>
      {label}
    </a>
  );
}

function navClass({ isActive }: { isActive: boolean }): string {
  return isActive ? `${ITEM} underline decoration-accent font-[650]` : ITEM;
}

function MenuGlyph() {
  return (
    <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d="M2 5h16M2 10h16M2 15h16" strokeLinecap="round" />
    </svg>
  );
}
