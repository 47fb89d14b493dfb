import { onTestFinished } from "vitest";
import { createServer } from "#app/platform/http/create-server.server.ts";
import { type RawWish, rawRequest } from "#tests/support/raw-request.ts";
import { type RouteModule, stubBuild } from "#tests/support/stub-build.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { type TestWorld, testWorld, type WorldWishes } from "#tests/support/world.ts";

type SiteWishes = WorldWishes & { clientFolder?: string; routes?: Record<string, RouteModule> };

/** Our server around the stub bundle, on a free port. `clientFolder` is empty and may be filled before. */
export async function stubSite(wishes: SiteWishes = {}): Promise<StubSite> {
  const world = await testWorld({ ...wishes, config: { mode: "production", ...wishes.config } });
  const server = createServer(world, stubBuild(wishes.routes), {
    clientFolder: wishes.clientFolder ?? temporaryFolder(),
  });
  const port = await server.listen();
  onTestFinished(() => server.close());
  const form = { origin: world.config.publicUrl, "content-type": "application/x-www-form-urlencoded" };
  return {
    world,
    close: server.close,
    port,
    get: (path, headers) => rawRequest(port, path, headers ? { headers } : {}),
    post: (path, body, headers = form) => rawRequest(port, path, { method: "POST", headers, body }),
    ask: (path, wish) => rawRequest(port, path, wish),
  };
}

export type StubSite = {
  world: TestWorld;
  port: number;
  close: () => Promise<void>;
  get: (path: string, headers?: Record<string, string>) => ReturnType<typeof rawRequest>;
  /** As a form of our own pages, unless other headers are given. */
  post: (path: string, body: string | Buffer, headers?: Record<string, string>) => ReturnType<typeof rawRequest>;
  ask: (path: string, wish: RawWish) => ReturnType<typeof rawRequest>;
};
