import { Form, Link, useLocation } from "react-router";
import { isAt } from "#app/ui/admin/is-at.ts";

export type AdminLink = { to: string; label: string; main?: boolean };

const MORE = "admin-more";

/** A column from 1024 px, below that a bar at the foot of the screen. Needs no script. */
export function AdminNav({ links }: { links: AdminLink[] }) {
  const main = links.filter((link) => link.main);
  const more = links.filter((link) => !link.main);
  const { pathname } = useLocation();
  const lead = ({ to }: AdminLink) => ({ to, "aria-current": isAt(to, pathname) ? ("page" as const) : undefined });
  return (
    <>
      <nav aria-label="Admin" className="hidden border-r border-line lg:block">
        <ul className="sticky top-0 py-6 pl-4">
          {links.map((link) => (
            <li key={link.to}>
              <Link {...lead(link)} className={SIDE}>
                {link.label}
              </Link>
            </li>
          ))}
          <li className="mt-4 border-t border-line pt-4">
            <Logout className={SIDE} />
          </li>
        </ul>
      </nav>
      <nav aria-label="Admin" data-admin-bar className="admin-bar lg:hidden">
        <ul className="grid grid-cols-4">
          {main.map((link) => (
            <li key={link.to}>
              <Link {...lead(link)} className={BAR}>
                {link.label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" popoverTarget={MORE} className={`${BAR} cursor-pointer`}>
              More
            </button>
            <ul id={MORE} popover="auto" className="admin-more">
              {more.map((link) => (
                <li key={link.to}>
                  <Link {...lead(link)} className={MORE_ITEM} onClick={closeMore}>
                    {link.label}
                  </Link>
                </li>
              ))}
              <li>
                <Logout className={MORE_ITEM} />
              </li>
            </ul>
          </li>
        </ul>
      </nav>
    </>
  );
}

function Logout({ className }: { className: string }) {
  return (
    <Form method="post" action="/logout" reloadDocument>
      <button type="submit" className={`${className} cursor-pointer`}>
        Logout
      </button>
    </Form>
  );
}

// The page changes without a reload, so the sheet would stay open over it.
function closeMore() {
  document.getElementById(MORE)?.hidePopover();
}

const SIDE =
  "flex min-h-11 w-full items-center border-l-3 px-4 text-left no-underline border-transparent hover:bg-wash " +
  "aria-[current=page]:border-accent aria-[current=page]:bg-wash aria-[current=page]:font-[650]";
const BAR =
  "flex min-h-14 w-full items-center justify-center border-t-3 px-1 text-xs no-underline border-transparent " +
  "aria-[current=page]:border-accent aria-[current=page]:font-[650]";
const MORE_ITEM =
  "flex min-h-12 w-full items-center border-b border-line px-5 text-left no-underline " +
  "aria-[current=page]:bg-wash aria-[current=page]:font-[650]";
