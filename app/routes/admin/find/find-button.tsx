import type { MouseEvent } from "react";
import { Link, useOutletContext } from "react-router";
import type { FindLink } from "#app/ui/admin/admin-nav.tsx";
import { buttonClasses } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The way to the finder on a phone's first screen: its place in the side's column is behind More there. */
export function FindButton() {
  const find = useOutletContext<FindLink | null>();
  if (!find) return null;
  const { to, onPress } = find;
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPress();
  };
  return (
    <Link
      to={to}
      onClick={press}
      aria-label="Find a client, an appointment or a page"
      className={`${buttonClasses({ look: "outline", size: "small" })} lg:hidden`}
    >
      <Icon name="find" />
    </Link>
  );
}
