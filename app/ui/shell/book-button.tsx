import type { ComponentProps } from "react";
import { useRouteLoaderData } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { type ButtonLook, buttonClasses } from "#app/ui/controls.tsx";
import { isClosedTo, type Site, type Viewer } from "#app/ui/shell/site.ts";

type Frame = { site: Site; viewer: Viewer };

/** Whether this visitor can book online: a page shows no link to a time otherwise. */
export function useOnlineBooking(): boolean {
  const frame = useRouteLoaderData<Frame>("root");
  return !frame?.site || takesBookings(frame);
}

export function takesBookings({ site, viewer }: Frame): boolean {
  if (!site.hasOffer) return false;
  return site.opening === "open" || (site.opening === "not-open" && !isClosedTo(site, viewer));
}

type Props = ComponentProps<"a"> & {
  to?: string;
  look?: ButtonLook;
  size?: "normal" | "small";
  /** On a phone only "Call", where there is no room for the number. */
  brief?: boolean;
};

/** Leads to the booking page. While the practice books by phone its number stands here; nothing before it opens, or while it offers nothing. */
export function BookButton({ to = "/book", look, size, brief, className, children, ...rest }: Props) {
  const frame = useRouteLoaderData<Frame>("root");
  const classes = classNames(buttonClasses({ ...(look && { look }), ...(size && { size }) }), className);
  if (!frame?.site || takesBookings(frame)) {
    return (
      <a {...rest} className={classes} href={to}>
        {children}
      </a>
    );
  }
  const { opening, phone } = frame.site;
  if (opening !== "phone-only" || !phone.label) return null;
  const { "aria-label": _, ...others } = rest;
  return (
    <a {...others} href={phone.href} className={classNames(classes, "figures")}>
      Call<span className={brief ? "max-md:sr-only" : undefined}> {phone.label}</span>
    </a>
  );
}
