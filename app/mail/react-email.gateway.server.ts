import { render, toPlainText } from "@react-email/components";

/** Renders a mail's two parts. React escapes markup in the HTML; the plain text has none. */
export async function renderMail(mail: Parameters<typeof render>[0]): Promise<{ html: string; text: string }> {
  const html = await render(mail);
  const selectors = [
    { selector: "title", format: "skip" },
    // The number itself is read out: its address would stand beside it once more.
    { selector: 'a[href^="tel:"]', format: "inline" },
  ];
  const text = toPlainText(html, { selectors });
  return { html, text };
}
