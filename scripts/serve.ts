// The built site. Its source is site.ts; the build has put it into a few files with all that it starts with.
const { serve } = await import(new URL("../build/server/site.js", import.meta.url).href);
await serve();
