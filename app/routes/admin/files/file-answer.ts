import { type FileDetails, nameOfFile } from "#app/health/files/record-file.ts";

const TYPES = { webp: "image/webp", pdf: "application/pdf" };

type Given = { id: string; details: FileDetails; bytes: Uint8Array };

/** A file of a record as an answer that runs nothing, wherever it is opened. A PDF is only ever downloaded. */
export function fileAnswer({ id, details: { type }, bytes }: Given, { isDownload }: { isDownload: boolean }): Response {
  const isAttached = isDownload || type !== "webp";
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": TYPES[type],
      "Content-Disposition": `${isAttached ? "attachment" : "inline"}; filename="${nameOfFile({ id, type })}"`,
      "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "private, no-store",
    },
  });
}
