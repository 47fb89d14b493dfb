import { expect, test } from "vitest";
import { type Mail, oneLine, withoutSecrets } from "#app/outbox/mail.ts";

const SECRET = "GjDMG5BVsLn5bZptmpQf-E5_lbMlU69HOHcGgL0liNQ";
const box = { name: "", address: "sam@example.com" };

test("a copy to keep holds no link that works", () => {
  const folded = `URL:https://a.example/booking/${SECRET.slice(0, 20)}\r\n ${SECRET.slice(20)}\r\nEND:VEVENT`;
  const mail: Mail = {
    ...{ from: box, to: box, replyTo: box, subject: "Reset" },
    text: `Open https://a.example/reset-password?token=${SECRET} or ring 01632 960 417.`,
    html: `<a href="https://a.example/booking/${SECRET}/cancel">Cancel</a>`,
    calendar: { method: "REQUEST", content: folded },
  };
  const kept = withoutSecrets(mail);
  expect(kept.text).toBe("Open https://a.example/reset-password?token=… or ring 01632 960 417.");
  expect(kept.html).toBe('<a href="https://a.example/booking/…/cancel">Cancel</a>');
  expect(kept.calendar?.content).toBe("URL:https://a.example/booking/…\r\nEND:VEVENT");
});

test("what breaks a line becomes a space", () => {
  expect(oneLine("Sam\r\nBcc: all@example.com")).toBe("Sam Bcc: all@example.com");
});
