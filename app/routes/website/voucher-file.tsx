import { data } from "react-router";
import { writeVoucher } from "#app/media/pdf.gateway.server.ts";
import { readGift } from "#app/payments/shop/change-order.server.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import { closingRingPath } from "#app/ui/art/closing-ring.ts";
import type { Route } from "./+types/voucher-file.ts";

/** GET …/voucher.pdf: the opened voucher as a page to print. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const gift = await readGift(app, { secret: params.token });
  if (gift?.kind !== "opened") throw data(null, { status: 404 });
  const { business } = (await readPractice(app)).settings;
  const { phone, addressLines, email } = getContactLinks(business);
  const site = app.config.publicUrl.replace(/^https?:\/\//, "");
  const file = await writeVoucher({
    ...{
      ring: closingRingPath,
      at: gift.soldAt,
      practice: business.name,
      amount: priceInFull(gift.facePence),
      title: gift.title,
    },
    ...{ recipient: gift.recipient, from: gift.from, message: gift.message, code: gift.code },
    until: `Pays until ${dayInWords(gift.expiresOn, { year: true })}`,
    use: `Say the code at the practice, or enter it where you pay online. What is left: ${site}/vouchers/balance`,
    facts: [business.name, ...addressLines, phone.label, email, site].filter(Boolean),
  });
  return new Response(file, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'attachment; filename="gift-voucher.pdf"',
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex, nofollow",
    },
  });
}
