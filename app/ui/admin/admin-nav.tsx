import type { MouseEvent } from "react";
import { Form, Link, useLocation } from "react-router";
import { Icon, type IconName } from "#app/ui/icon.tsx";

/** `inBar`: its word in a phone's bar; without one it stands behind More. */
export type AdminLink = { to: string; label: string; icon: IconName; inBar?: { label: string; icon: IconName } };

/** By a link's address: how many wait behind it, and what they are, as in `2 unread`. */
export type AdminCounts = Record<string, { count: number; words: string }>;

/** A page, and what opens in its place where the script runs. */
export type FindLink = { to: string; onPress: () => void };

type Props = {
  links: AdminLink[];
  counts: AdminCounts;
  chatUrl: string | null /** Null for whoever may find nothing. */;
  find: FindLink | null;
};

const MORE = "admin-more";

/** A column from 1024 px, below that a bar at the foot of the screen. Needs no script. */
export function AdminNav({ links, counts, chatUrl, find }: Props) {
  const { pathname } = useLocation();
  const lead = ({ to }: AdminLink) => ({ to, "aria-current": isAt(to, pathname) ? ("page" as const) : undefined });
  const bar = links.flatMap((link) => (link.inBar ? [{ ...link, ...link.inBar }] : []));
  const more = links.filter((link) => !link.inBar);
  const isBehindMore = more.some(({ to }) => isAt(to, pathname));
  return (
    <>
      <nav aria-label="Admin" className="admin-side max-lg:hidden">
        <ul>
          {find && <Find {...find} className={SIDE} />}
          {links.map((link) => (
            <li key={link.to}>
              <Link {...lead(link)} className={SIDE}>
                <Icon name={link.icon} />
                <span className="flex-1">{link.label}</span>
                <Count of={counts[link.to]} className="admin-count" />
              </Link>
            </li>
          ))}
        </ul>
        <ul className="border-t border-line pt-2">
          <Own chatUrl={chatUrl} className={SIDE} />
        </ul>
      </nav>
      <nav aria-label="Admin" data-admin-bar className="admin-bar lg:hidden">
        <ul className={`grid ${COLUMNS[bar.length] ?? "grid-cols-5"}`}>
          {bar.map((link) => (
            <li key={link.to}>
              <Link {...lead(link)} className={BAR}>
                <Icon name={link.icon} className="size-6" />
                {link.label}
                <Count of={counts[link.to]} className="admin-count absolute top-2 left-[calc(50%+0.125rem)]" />
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              popoverTarget={MORE}
              data-current={isBehindMore || undefined}
              className={`${BAR} cursor-pointer`}
            >
              <Icon name="more" className="size-6" />
              More
            </button>
            <ul id={MORE} popover="auto" className="admin-more">
              {find && <Find {...find} className={MORE_ITEM} />}
              {more.map((link) => (
                <li key={link.to}>
                  <Link {...lead(link)} className={MORE_ITEM} onClick={closeMore}>
                    <Icon name={link.icon} />
                    <span className="flex-1">{link.label}</span>
                    <Count of={counts[link.to]} className="admin-count" />
                  </Link>
                </li>
              ))}
              <li>
                <Link reloadDocument to="/" className={MORE_ITEM}>
                  <Icon name="home" />
                  Website
                </Link>
              </li>
              <Own chatUrl={chatUrl} className={MORE_ITEM} />
            </ul>
          </li>
        </ul>
      </nav>
    </>
  );
}

function Find({ to, onPress, className }: FindLink & { className: string }) {
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    closeMore();
    onPress();
  };
  return (
    <li>
      <Link to={to} onClick={press} className={className}>
        <Icon name="find" />
        Find
      </Link>
    </li>
  );
}

function Count({ of, className }: { of: AdminCounts[string] | undefined; className: string }) {
  if (!of || of.count === 0) return null;
  return (
    <span className={className}>
      <span aria-hidden="true">{of.count > 99 ? "99+" : of.count}</span>
      <span className="sr-only">
        {of.count} {of.words}
      </span>
    </span>
  );
}

/** What is the same for everyone: help, their own account, the chat, the way out. */
function Own({ chatUrl, className }: { chatUrl: string | null; className: string }) {
  return (
    <>
      <li>
        <Link to="/admin/help" onClick={closeMore} className={className}>
          <Icon name="help" />
          Help
        </Link>
      </li>
      <li>
        <Link reloadDocument to="/account" className={className}>
          <Icon name="key" />
          Your account
        </Link>
      </li>
      {chatUrl && (
        <li>
          <a href={chatUrl} target="_blank" rel="noopener" className={className}>
            <Icon name="chat" />
            <span>
              Chat with us<span className="sr-only"> (opens in a new tab)</span>
            </span>
          </a>
        </li>
      )}
      <li>
        <Form method="post" action="/logout" reloadDocument>
          <button type="submit" className={`${className} cursor-pointer`}>
            <Icon name="leave" />
            Logout
          </button>
        </Form>
      </li>
    </>
  );
}

// The page changes without a reload, so the sheet would stay open over it.
function closeMore() {
  document.getElementById(MORE)?.hidePopover();
}

// With More.
const COLUMNS: Record<number, string> = { 1: "grid-cols-2", 2: "grid-cols-3", 3: "grid-cols-4" };

const SIDE =
  "flex min-h-11 w-full items-center gap-3 border-l-3 pr-3 pl-4 text-left text-sm no-underline border-transparent " +
  "hover:bg-wash aria-[current=page]:border-accent aria-[current=page]:bg-wash aria-[current=page]:font-[650]";
const BAR =
  "relative flex min-h-[4.75rem] w-full flex-col items-center justify-center gap-1 border-t-3 px-0.5 text-xs no-underline " +
  "border-transparent aria-[current=page]:border-accent aria-[current=page]:font-[650] data-current:border-accent " +
  "data-current:font-[650]";
const MORE_ITEM =
  "flex min-h-13 w-full items-center gap-3.5 border-b border-line px-1 text-left no-underline " +
  "aria-[current=page]:font-[650]";

/**
 * Whether an admin link leads to this page or to a parent of it. The lists at /appointments and /users have their
 * details under /admin, which their own address does not cover.
 */
export function isAt(link: string, pathname: string): boolean {
  if (link === "/admin") return pathname === link;
  const addresses = link.startsWith("/admin/") ? [link] : [link, `/admin${link}`];
  return addresses.some((address) => pathname === address || pathname.startsWith(`${address}/`));
}
