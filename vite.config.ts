import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// What every page with a script needs comes in one file, and what most of them share in another: half a kilobyte takes
// a phone on a slow line as long as twenty (docs/decisions/0092).
const FILES = {
  groups: [
    { name: "framework", test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
    { name: "ui", test: /[\\/]app[\\/]ui[\\/](?!admin)/, minShareCount: 4 },
  ],
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, cssMinify: "lightningcss" },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: FILES } } } } },
});
