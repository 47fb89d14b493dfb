import { useContext } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import "#app/app.css";
import { worldOf } from "#app/platform/http/context.server.ts";
import { flashOf, withCookies } from "#app/routes/account/flash.server.ts";
import { identityOf, knowVisitor } from "#app/routes/account/identity.server.ts";
import { FaultPage } from "#app/routes/website/fault-page.tsx";
import { LEGAL_LINKS, NAV_LINKS } from "#app/routes/website/links.ts";
import { shellOf } from "#app/routes/website/shell.server.ts";
import bricolage from "#app/ui/fonts/bricolage-grotesque.woff2?url";
import publicSans from "#app/ui/fonts/public-sans.woff2?url";
import { NonceContext } from "#app/ui/nonce.ts";
import shellScript from "#app/ui/shell/shell.js?url";
import { Shell } from "#app/ui/shell/shell.tsx";
import { THEME_SCRIPT } from "#app/ui/shell/theme-script.ts";
import { Toast } from "#app/ui/toast/toast.tsx";
import type { Route } from "./+types/root.ts";

export const middleware: Route.MiddlewareFunction[] = [knowVisitor];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { toast, cookies } = flashOf(request.headers);
  const shell = await shellOf(worldOf(context), identityOf(context));
  return data({ ...shell, toast }, { headers: withCookies(cookies) });
}

// The frame changes with the settings, not with the address.
export function shouldRevalidate({ formMethod }: { formMethod?: string }) {
  return formMethod !== undefined && formMethod !== "GET";
}

export const links: Route.LinksFunction = () => [
  ...[publicSans, bricolage].map((href) => ({
    rel: "preload",
    as: "font" as const,
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
  { rel: "icon", href: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** The document around every page. Only a page whose handle asks for it ships the framework's script. */
export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext);
  const hydrates = useMatches().some((match) => (match.handle as { hydrate?: boolean } | undefined)?.hydrate);
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
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
  return (
    <Shell site={loaderData.site} viewer={loaderData.viewer} navLinks={NAV_LINKS} legalLinks={LEGAL_LINKS}>
      <Outlet />
      {loaderData.toast && <Toast tone={loaderData.toast.tone}>{loaderData.toast.text}</Toast>}
    </Shell>
  );
}

/** Not found, and what went wrong at our end: in the same frame where it could be loaded, plain otherwise. */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("root");
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const page = <FaultPage status={status} phone={frame?.site.phone ?? null} />;
  if (!frame) return <main className="wrap">{page}</main>;
  return (
    <Shell site={frame.site} viewer={frame.viewer} navLinks={NAV_LINKS} legalLinks={LEGAL_LINKS}>
      {page}
    </Shell>
  );
}
