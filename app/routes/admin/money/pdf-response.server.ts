import { writePdf } from "#app/media/pdf.gateway.server.ts";
import { linesOf } from "#app/payments/receipts-and-statements.ts";
import type { StoredPaper } from "#app/payments/statements.server.ts";

/** The same file each time: its date is the paper's. */
export async function pdfOf({ paper, planPaper, at }: StoredPaper, forPlan: boolean): Promise<Response> {
  const { title } = paper;
  return fileOf(title, await writePdf({ title, at, lines: linesOf(forPlan ? planPaper : paper) }));
}

/** A PDF file to be kept, by its title. */
export function fileOf(title: string, file: Uint8Array<ArrayBuffer>): Response {
  return new Response(file, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${title.replace(/[^\w-]+/g, "-")}.pdf"`,
      "Cache-Control": "private, no-store",
    },
  });
}
