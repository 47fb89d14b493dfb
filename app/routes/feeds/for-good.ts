import { FILE_POLICY } from "#app/platform/http/security-headers.ts";

/** Headers of an uploaded file, which never changes. Opened by itself, it can only show a picture or a film. */
export const FOR_GOOD = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": `${FILE_POLICY}; media-src 'self'`,
};
