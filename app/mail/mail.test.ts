import { expect, test } from "vitest";
import { type Mail, messageInMail, nameInMail, oneLine, withoutSecrets } from "#app/mail/mail.ts";

const SECRET = "GjDMG5BVsLn5bZptmpQf-E5_lbMlU69HOHcGgL0liNQ";
const box = { name: "", address: "sam@example.com" };

test("a copy to keep holds no link that works", () => {
  const folded = `URL:https://a.example/booking/${SECRET.slice(0, 20)}\r\n ${SECRET.slice(20)}\r\nEND:VEVENT`;
  const mail: Mail = {
    from: box,
    to: box,
    replyTo: box,
    subject: "Reset",
    text: `Open https://a.example/reset-password?token=${SECRET} or call 01632 960 417.`,
    html: `<a href="https://a.example/booking/${SECRET}/cancel">Cancel</a>`,
    calendar: { method: "REQUEST", content: folded },
  };
  const kept = withoutSecrets(mail);
  expect(kept.text).toBe("Open https://a.example/reset-password?token=… or call 01632 960 417.");
  expect(kept.html).toBe('<a href="https://a.example/booking/…/cancel">Cancel</a>');
  expect(kept.calendar?.content).toBe("URL:https://a.example/booking/…\r\nEND:VEVENT");
});

test("what breaks a line becomes a space", () => {
  expect(oneLine("Sam\r\nBcc: all@example.com")).toBe("Sam Bcc: all@example.com");
});

test.each([
  ["Ada Smith", "Ada Smith"],
  ["Zoë Ó Súilleabháin-O’Neil", "Zoë Ó Súilleabháin-O’Neil"],
  ["J.R.R. Tolkien", "J. R. R. Tolkien"],
  ["Dr. Henry 8", "Dr. Henry 8"],
  ["محمد", "محمد"],
])("a person's name stays a name: %s", (name, shown) => {
  expect(nameInMail(name)).toBe(shown);
});

test.each([
  "Win at https://evil.example/prize?x=1",
  "evil.com",
  "www.evil.co.uk now",
  "evil。com",
  "evil．com",
  "ev\u200bil\u200b.com",
  "mail me@evil.com",
  "me＠evil.com",
  "[Click](http://evil.com)",
  "<a href=//evil.com>Ada</a>",
  "tel:+447700900900",
  "Ring 07700 900 900",
  "mailto:x@y.z",
])("no mail program makes a link of %s", (name) => {
  expect(nameInMail(name)).not.toMatch(/[@<>[\]/:]|[.\u3002\uFF0E]\S|\d{3}|\p{Cf}/u);
});

test("a name has an end", () => {
  expect(nameInMail("x".repeat(100))).toHaveLength(60);
});

test("what a stranger writes to someone else holds no link", () => {
  expect(messageInMail("Happy birthday, Alex. Love, Sam & Bo: enjoy!")).toBe(
    "Happy birthday, Alex. Love, Sam & Bo: enjoy!",
  );
  const advert = "Win at https://evil.example/x or evil.example, mail me@evil.example <b>now</b>";
  expect(messageInMail(advert)).not.toMatch(/[@<>/]|\.\S/);
});
