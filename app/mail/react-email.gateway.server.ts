import { render, toPlainText } from "@react-email/components";

/** Renders a mail's two parts. React escapes markup in the HTML; the plain text has none. */
export async function renderMail(mail: Parameters<typeof render>[0]): Promise<{ html: string; text: string }> {
  const html = await render(mail);
  const selectors = [
    { selector: "title", format: "skip" },
    // The number itself is read out: its address would stand beside it once more.
    { selector: 'a[href^="tel:"]', format: "inline" },
    // A map's long address stands at the button.
    { selector: "td.ink > a", format: "inline" },
    // Its rows say the same in full.
    { selector: "table.ring", format: "skip" },
    { selector: "table.rows", format: "dataTable", options: { uppercaseHeaderCells: false, maxColumnWidth: 1000 } },
  ];
  const text = toPlainText(html, { selectors }).trim();
  return { html, text };
}
