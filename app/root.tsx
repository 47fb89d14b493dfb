import { useContext, useEffect, useRef } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  type UIMatch,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import "#app/app.css";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { flashOf, withCookies } from "#app/routes/account/flash.server.ts";
import { identityOf, readSession } from "#app/routes/account/identity.server.ts";
import { FaultPage } from "#app/routes/website/fault-page.tsx";
import { isOfWebsite, shellOf } from "#app/routes/website/shell.server.ts";
import { useWaitingRequest } from "#app/ui/connection/connection.ts";
import { ConnectionNotice } from "#app/ui/connection/connection-notice.tsx";
import { UnsentForms } from "#app/ui/connection/unsent-forms.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import { FaultContext } from "#app/ui/shell/fault.ts";
import { FontLinks, LookLinks } from "#app/ui/shell/look-head.tsx";
import shellScript from "#app/ui/shell/shell.js?url";
import { Shell } from "#app/ui/shell/shell.tsx";
import type { NavLink } from "#app/ui/shell/site.ts";
import { isClosedTo } from "#app/ui/shell/site.ts";
import { Toast } from "#app/ui/toast/toast.tsx";
import type { Route } from "./+types/root.ts";

export const middleware: Route.MiddlewareFunction[] = [readSession];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const identity = identityOf(context);
  const shell = await shellOf(appContextOf(context), identity);
  const { toast, cookies } = flashOf(request.headers, { isSignedIn: identity.user !== null, site: shell.site });
  // Before the site opens there is one page. Not for good: the others are there once it is open.
  if (isClosedTo(shell.site, shell.viewer) && isOfWebsite(url.pathname)) throw redirect("/", 302);
  return data({ ...shell, toast }, { headers: withCookies(cookies) });
}

// Signing in or out may change every page, so reload with each page, but not while somebody searches or filters one.
export function shouldRevalidate({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return (formMethod !== undefined && formMethod !== "GET") || currentUrl.pathname !== nextUrl.pathname;
}

/** `hydrate`: whether a page ships the framework's script, by what its loader brings where it needs it only at times. */
type Handle = { hydrate?: boolean | ((loaderData: never) => boolean); app?: string };

function asksForScript(hydrate: Handle["hydrate"], loaderData: unknown): boolean {
  if (typeof hydrate !== "function") return hydrate === true;
  return loaderData !== undefined && hydrate(loaderData as never);
}

/** The document around every page. Only a page whose handle says so ships the framework's script. */
export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext);
  const fault = useContext(FaultContext);
  const site = (useRouteLoaderData<typeof loader>("root") ?? fault)?.site;
  const look = site?.look;
  const matches = useMatches() as UIMatch<unknown, Handle | undefined>[];
  const asks = matches.some(({ handle, loaderData }) => asksForScript(handle?.hydrate, loaderData));
  const app = matches.find(({ handle }) => handle?.app)?.handle?.app;
  const hydrates = asks && fault === null;
  return (
    <html
      lang="en-GB"
      data-accent={look?.accent ?? undefined}
      data-typeface={look?.typeface ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {site?.opening === "not-open" && <meta name="robots" content="noindex, nofollow" />}
        <FontLinks look={look} />
        <Links />
        <link rel="manifest" href={app ? `/apps/${app}.webmanifest` : "/site.webmanifest"} />
        <LookLinks look={look} isApp={app !== undefined} />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        {children}
        {hydrates && <ScrollRestoration nonce={nonce} />}
        {hydrates && <Scripts nonce={nonce} />}
        <script src={shellScript} type="module" nonce={nonce} suppressHydrationWarning />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const handles = useMatches().map(({ handle }) => handle as { practice?: boolean; copy?: boolean } | undefined);
  const practice = handles.some((handle) => handle?.practice);
  const { site, viewer } = loaderData;
  if (handles.some((handle) => handle?.copy)) return <Outlet />;
  return (
    <Shell site={site} viewer={viewer} {...linksFor(isClosedTo(site, viewer), site)} practice={practice}>
      <UnsentForms isVisitor={!loaderData.viewer} />
      <Outlet />
      <PageLoading />
      <Answered />
      <ConnectionNotice />
      {loaderData.toast && (
        <Toast tone={loaderData.toast.tone} detail={loaderData.toast.detail}>
          {loaderData.toast.text}
        </Toast>
      )}
    </Shell>
  );
}

/** One page for "not found" and for our errors, in the usual frame wherever possible. */
export function ErrorBoundary() {
  const error = useRouteError();
  const fault = useContext(FaultContext);
  const frame = useRouteLoaderData<typeof loader>("root") ?? fault;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const page = <FaultPage status={status} />;
  if (!frame?.site) return <main className="wrap">{page}</main>;
  return (
    <Shell site={frame.site} viewer={frame.viewer} {...linksFor(isClosedTo(frame.site, frame.viewer), frame.site)}>
      {page}
    </Shell>
  );
}

/** Tells mended-errors.js that the framework has shown an answer: to a change, or another page. */
function Answered(): null {
  const { state } = useNavigation();
  const before = useRef(state);
  useEffect(() => {
    const isChange = before.current === "submitting";
    before.current = state;
    if (state !== "submitting") document.dispatchEvent(new CustomEvent("answered", { detail: { isChange } }));
  }, [state]);
  return null;
}

/** `Loading...` while another page loads by script, after a short delay (specification section 2). */
function PageLoading() {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isWaiting = useWaitingRequest() !== null;
  if (state !== "loading" || isWaiting || location.pathname === pathname) return null;
  return (
    <p role="status" className="page-loading">
      Loading...
    </p>
  );
}

/**
 * Runs before the first paint, so that a chosen theme does not flash. A constant, so that a cached page can list its
 * hash.
 */
const THEME_SCRIPT = 'try{const t=localStorage.getItem("theme");if(t)document.documentElement.dataset.theme=t}catch{}';

/** The header's links, in order. */
const NAV_LINKS: NavLink[] = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About" },
  { to: "/services", label: "Services" },
  { to: "/contact", label: "Contact" },
  { to: "/my-appointment", label: "My Appointments", hydrated: true },
  { to: "/faq", label: "Questions", inSheet: true },
];

const LEGAL_LINKS: NavLink[] = [
  { to: "/faq", label: "Questions" },
  { to: "/policies/privacy", label: "Privacy" },
  { to: "/policies/cookies", label: "Cookies" },
  { to: "/policies/terms", label: "Terms" },
  { to: "/policies/cancellations", label: "Cancellations" },
  { to: "/accessibility", label: "Accessibility" },
  { to: "/complaints", label: "Complaints" },
];

// What stays before the site opens: clients with an account, and what the law asks.
const BEFORE_OPENING = ["/my-appointment", ...LEGAL_LINKS.map(({ to }) => to).filter((to) => to !== "/faq")];

/** The frame's links; fewer while there is one page. */
function linksFor(
  isClosed: boolean,
  { hasVouchers }: { hasVouchers?: true } = {},
): { navLinks: NavLink[]; legalLinks: NavLink[] } {
  const isThere = ({ to }: NavLink) => !isClosed || BEFORE_OPENING.includes(to);
  const vouchers = hasVouchers && !isClosed ? [{ to: "/vouchers", label: "Gift vouchers" }] : [];
  return { navLinks: NAV_LINKS.filter(isThere), legalLinks: [...vouchers, ...LEGAL_LINKS.filter(isThere)] };
}
