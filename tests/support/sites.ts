// Sites of the built server, one after another in one process: what the last one has compiled serves the next. Sent the
// environment of a site, or the number of one to close; sends back what a start prints, or that it is closed.
const { openSite } = await import(new URL("../../build/server/site.js", import.meta.url).href);

type Asked = { id: number; env?: Record<string, string> };

const closes = new Map<number, () => Promise<void>>();

process.on("message", async ({ id, env }: Asked) => {
  if (env) {
    const { lines, close } = await openSite(env);
    closes.set(id, close);
    process.send?.({ id, lines });
    return;
  }
  await closes.get(id)?.();
  closes.delete(id);
  process.send?.({ id, lines: [] });
});
// With the tests that asked for it.
process.on("disconnect", () => process.exit(0));
