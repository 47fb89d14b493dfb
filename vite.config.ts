import { createHash } from "node:crypto";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";

// What every page with a script needs comes in one file, and what most of them share in another: half a kilobyte takes
// a phone on a slow line as long as twenty (docs/decisions/0092).
const FILES = {
  groups: [
    { name: "framework", test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
    { name: "ui", test: /[\\/]app[\\/]ui[\\/](?!admin)/, minShareCount: 4 },
  ],
};

const WORKER = "app/offline/worker.ts";

/** The service worker as one file at one address. Its last line changes with each release (docs/decisions/0358). */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle(_options, bundle) {
      const release = createHash("sha256").update(Object.keys(bundle).sort().join()).digest("hex").slice(0, 16);
      const output = { format: "iife" } as const;
      const options = { write: false, copyPublicDir: false, rolldownOptions: { input: WORKER, output } };
      const built = (await build({ configFile: false, logLevel: "warn", build: options })) as Rolldown.RolldownOutput;
      this.emitFile({ type: "asset", fileName: "worker.js", source: `${built.output[0].code}// ${release}\n` });
    },
  };
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), serviceWorker()],
  build: { assetsInlineLimit: 0, cssMinify: "lightningcss" },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: FILES } } } } },
});
