import { type LoaderFunctionArgs, matchRoutes, RouterContextProvider } from "react-router";
import { type AppContext, forOneRequest } from "#app/platform/app-context.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request.server.ts";
import { requestInfoFrom } from "#app/platform/http/request-info.server.ts";
import { practiceOnly, readSession } from "#app/routes/account/identity.server.ts";
import { isOpenTo } from "#app/routes/admin/admin-permissions.ts";
import { loader as layout } from "#app/routes/admin/layout.tsx";
import routes from "#app/routes.ts";

type Entry = { path?: string; file: string; children?: Entry[] };
type Loader = (args: LoaderFunctionArgs) => unknown;

const PRACTICE = "routes/admin/layout.tsx";
const doors = (routes as Entry[]).flatMap(({ path = "", file, children }) =>
  (children ?? [{ path, file }]).map((entry) => ({
    id: entry.file,
    path: `/${entry.path ?? ""}`,
    handle: file === PRACTICE,
  })),
);
const modules = import.meta.glob<{ loader?: Loader }>("../../../app/routes/**/*.{ts,tsx}");

/** What one address tells this person, by the true guards and loaders. */
export async function openAddress(app: AppContext, cookie: string, address: string): Promise<string> {
  const url = new URL(address, app.config.publicUrl);
  const [match] = matchRoutes(doors, url.pathname) ?? [];
  if (!match) throw new Error(`No door at ${address}`);
  const { loader } = (await modules[`../../../app/${match.route.id}`]?.()) ?? {};
  const request = new Request(url, { headers: { cookie } });
  const context = new RouterContextProvider();
  context.set(appContext, forOneRequest(app));
  context.set(requestInfoContext, requestInfoFrom(request.headers, { address: "192.0.2.1", trustedHops: 0 }));
  const args = { request, url, context, params: match.params, pattern: match.route.path.slice(1) } as never;
  let told = "";
  await readSession(args, async () => {
    told = await tell(async () => {
      if (!match.route.handle) return [await loader?.(args)];
      await practiceOnly(isOpenTo)(args, async () => new Response());
      return [await layout(args), await loader?.(args)];
    });
    return new Response();
  });
  return told;
}

async function tell(work: () => Promise<unknown[]>): Promise<string> {
  try {
    return (await Promise.all((await work()).map(textOf))).join("\n");
  } catch (thrown) {
    if (thrown instanceof Response)
      return `${thrown.status} ${thrown.headers.get("location") ?? ""} ${await thrown.text()}`;
    if (typeof thrown === "object" && thrown !== null && "init" in thrown) return JSON.stringify(thrown);
    throw thrown;
  }
}

async function textOf(answer: unknown): Promise<string> {
  if (answer instanceof Response) return `${answer.status} ${await answer.text()}`;
  return JSON.stringify(answer, (_key, value) => (value instanceof Map ? [...value] : value)) ?? "";
}
