import { onTestFinished } from "vitest";
import type { AnswerLimits } from "#app/platform/database/answer-within.server.ts";
import { createServer } from "#app/platform/http/create-server.server.ts";
import { type RawInput, rawRequest } from "#tests/support/raw-request.ts";
import { type RouteModule, stubBuild } from "#tests/support/stub-build.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { type TestApp, type TestAppOptions, testApp } from "#tests/support/test-app.ts";

type SiteOptions = TestAppOptions & {
  clientFolder?: string;
  routes?: Record<string, RouteModule>;
  limits?: AnswerLimits;
};

/** Our server with the stub bundle, on a free port. `clientFolder` is empty and may be filled before. */
export async function stubSite(inputs: SiteOptions = {}): Promise<StubSite> {
  const app = await testApp({ ...inputs, config: { mode: "production", ...inputs.config } });
  const server = createServer(app, stubBuild(inputs.routes), {
    clientFolder: inputs.clientFolder ?? temporaryFolder(),
    ...(inputs.limits && { limits: inputs.limits }),
  });
  const port = await server.listen();
  onTestFinished(() => server.close());
  const form = { origin: app.config.publicUrl, "content-type": "application/x-www-form-urlencoded" };
  return {
    app,
    makePages: server.makePages,
    drain: server.drain,
    close: server.close,
    port,
    get: (path, headers) => rawRequest(port, path, headers ? { headers } : {}),
    post: (path, body, headers = form) => rawRequest(port, path, { method: "POST", headers, body }),
    ask: (path, input) => rawRequest(port, path, input),
  };
}

export type StubSite = {
  app: TestApp;
  port: number;
  makePages: (paths: readonly string[], within?: number) => Promise<void>;
  drain: (ms: number) => Promise<void>;
  close: () => Promise<void>;
  get: (path: string, headers?: Record<string, string>) => ReturnType<typeof rawRequest>;
  /** Posts as a form of our own pages, unless other headers are given. */
  post: (path: string, body: string | Buffer, headers?: Record<string, string>) => ReturnType<typeof rawRequest>;
  ask: (path: string, input: RawInput) => ReturnType<typeof rawRequest>;
};
