import { type AddressInfo, createServer } from "node:net";
import type { Config } from "#app/platform/config.server.ts";

/**
 * PORT=0 means any free port. It is chosen before anything opens, because the default of PUBLIC_URL (links, cookies,
 * origin checks) contains the real one.
 */
export async function withTruePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(config.host);
  const isDefault = config.publicUrl === "http://localhost:0";
  return { ...config, port, publicUrl: isDefault ? `http://localhost:${port}` : config.publicUrl };
}

export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
