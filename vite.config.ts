import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { OUTSIDE } from "#scripts/bootstrap/outside-bundle.ts";
import { sharedFiles } from "#scripts/bootstrap/shared-files.ts";

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

/** The server's bundle with escapes for other letters: V8 holds a text of plain ASCII in half the room. */
function asciiServer(): Plugin {
  return {
    name: "ascii-server",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    renderChunk: (code) =>
      code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  };
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), serviceWorker(), asciiServer()],
  // Bundled, what is not used of them falls away, and a start reads 20 files instead of 1,800 (docs/decisions/0632).
  ssr:
    command === "build" ? { noExternal: true, external: OUTSIDE } : { noExternal: [/^@react-email\//, /^@base-ui\//] },
  build: { assetsInlineLimit: 0, cssMinify: "lightningcss" },
  environments: {
    ssr: {
      build: {
        rolldownOptions: { input: { index: "virtual:react-router/server-build", site: "scripts/site.ts" } },
      },
    },
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: sharedFiles(realpathSync(import.meta.dirname)) } } },
      },
    },
  },
}));
