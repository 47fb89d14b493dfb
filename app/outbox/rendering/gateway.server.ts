import { render, toPlainText } from "@react-email/components";

/** A mail's two parts. Markup in a text stays text: React escapes it in the one, and the other has none. */
export async function renderMail(mail: Parameters<typeof render>[0]): Promise<{ html: string; text: string }> {
  const html = await render(mail);
  const text = toPlainText(html, { selectors: [{ selector: "title", format: "skip" }] });
  return { html, text };
}
