import { render, toPlainText } from "@react-email/components";

/** Renders a mail's two parts. React escapes markup in the HTML; the plain text has none. */
export async function renderMail(mail: Parameters<typeof render>[0]): Promise<{ html: string; text: string }> {
  const html = await render(mail);
  const text = toPlainText(html, { selectors: [{ selector: "title", format: "skip" }] });
  return { html, text };
}
