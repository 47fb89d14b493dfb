import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// Node runs TypeScript, but no JSX: for commands that load emails, which are written in it.
registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".tsx")) return next(url, context);
    const { transformSync } = createRequire(import.meta.url)("rolldown/utils");
    const path = fileURLToPath(url);
    const options = { lang: "tsx", jsx: { runtime: "automatic" } };
    const { code, errors } = transformSync(path, readFileSync(path, "utf8"), options);
    if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0].message}`);
    return { format: "module", source: code, shortCircuit: true };
  },
});
