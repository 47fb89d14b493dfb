import { Body, Button, Container, Head, Hr, Html, Link, Text } from "@react-email/components";
import type { ReactNode } from "react";

/** The practice's details at the foot of every mail. */
type Sender = {
  name: string;
  siteUrl: string;
  phone: string;
  phoneHref: string;
  address: string;
  /** `Limber Yard Therapies Ltd, registered in England and Wales, number 00000000`. */
  company: string;
};

// The theme's colours as hex, for mail programs without newer notations; inline, where all of them look.
const COLOURS = {
  paper: "#f4f1ea",
  surface: "#fcfaf6",
  ink: "#15302a",
  soft: "#425a53",
  line: "#cecbbf",
  edge: "#6b7e76",
  primary: "#164a3c",
  accent: "#b33e14",
};
// For mail programs that know dark mode; others show the light look or invert it.
const DARK = `@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: #0e1a17 !important }
  .ink { color: #eaece4 !important }
  .soft { color: #b2beb4 !important }
  .link { color: #95d1b2 !important }
  .rule { border-color: #32413c !important }
  .edge { border-color: #7b8e87 !important }
  .mark { border-color: #eaece4 !important }
  .touch { border-color: #f58d55 !important }
  .button, .button span { background-color: #f58d55 !important; color: #0e1a17 !important }
  .second, .second span { color: #eaece4 !important }
}`;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
const text = { color: COLOURS.ink, fontSize: "16px", lineHeight: "24px", margin: "0 0 14px" };
const small = { ...text, color: COLOURS.soft, fontSize: "13px", lineHeight: "19px", margin: "0 0 8px" };

type FrameProps = {
  title: string;
  sender: Sender;
  why: string;
  /** The shipped mark belongs to the demo's name alone. */
  hasMark: boolean;
  /** Small print of this mail's own, before that of every mail. */
  legal?: ReactNode;
  children: ReactNode;
};

/**
 * A mail in the site's look: one column, system font, and no remote content: mark and ring are borders around live
 * text, so that nothing is lost where pictures are off. `why`: why they received it.
 */
export function MailFrame({ title, sender, why, hasMark, legal, children }: FrameProps) {
  return (
    <Html lang="en-GB">
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK}</style>
      </Head>
      <Body
        className="paper"
        style={{ backgroundColor: COLOURS.paper, fontFamily: FONT, margin: 0, padding: "16px 0" }}
      >
        <Container style={column}>
          <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ marginBottom: "16px" }}>
            <tbody>
              <tr>
                {hasMark && (
                  <td style={{ paddingRight: "10px" }}>
                    <MailMark />
                  </td>
                )}
                <td>
                  <Link href={sender.siteUrl} className="ink" style={brand}>
                    {sender.name}
                  </Link>
                </td>
              </tr>
            </tbody>
          </table>
          {children}
          <MailRule />
          {legal}
          <MailSmall>{why}</MailSmall>
          <MailSmall>
            {[sender.name, sender.address].filter(Boolean).join(", ")}.
            {sender.phone && (
              <>
                {" "}
                Phone <MailPhone sender={sender} />.
              </>
            )}
          </MailSmall>
          {sender.company && <MailSmall>{sender.company}</MailSmall>}
          <MailSmall>
            <MailLink href={`${sender.siteUrl}/policies/privacy`}>How your details are looked after</MailLink>
          </MailSmall>
        </Container>
      </Body>
    </Html>
  );
}

const column = { maxWidth: "560px", margin: "0 auto", padding: "0 20px" };
const brand = { color: COLOURS.ink, fontSize: "19px", fontWeight: 700, textDecoration: "none" };

/** The site's mark: four lines that turn a corner, one in another, the third where hands work. */
function MailMark() {
  return (
    <Turn size={24} radius={17}>
      <Turn size={20} radius={13}>
        <Turn size={16} radius={9} isTouch>
          <Turn size={12} radius={4} />
        </Turn>
      </Turn>
    </Turn>
  );
}

type TurnProps = { size: number; radius: number; isTouch?: boolean; children?: ReactNode };

function Turn({ size, radius, isTouch = false, children }: TurnProps) {
  const line = `2px solid ${isTouch ? COLOURS.accent : COLOURS.ink}`;
  const lines = { borderLeft: line, borderBottom: line, borderBottomLeftRadius: `${radius}px` };
  const inner = size - 2;
  return (
    <div
      className={isTouch ? "touch" : "mark"}
      style={{ ...lines, width: `${inner}px`, height: `${inner}px`, marginLeft: "2px", fontSize: 0, lineHeight: 0 }}
    >
      {children}
    </div>
  );
}

/** What has happened, and when: `Booked`, `Fri 4 Dec`, `10:30`, `until 11:30`. The text of a mail says it in words. */
export function MailRing({ word, day, time, until }: { word: string; day: string; time: string; until: string }) {
  const [outer, middle, inner] = RINGS;
  return (
    <table
      role="presentation"
      className="ring rule"
      align="center"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ ...outer, margin: "4px auto 20px" }}
    >
      <tbody>
        <tr>
          <td align="center" valign="middle">
            <table role="presentation" className="edge" cellPadding={0} cellSpacing={0} border={0} style={middle}>
              <tbody>
                <tr>
                  <td align="center" valign="middle">
                    <table
                      role="presentation"
                      className="touch"
                      cellPadding={0}
                      cellSpacing={0}
                      border={0}
                      style={inner}
                    >
                      <tbody>
                        <tr>
                          <td align="center" valign="middle">
                            <Text className="ink" style={{ ...ringed, fontSize: "15px", lineHeight: "20px" }}>
                              {word}
                            </Text>
                            <Text className="ink" style={{ ...ringed, fontSize: "20px", lineHeight: "24px", ...bold }}>
                              {day}
                            </Text>
                            <Text className="ink" style={{ ...ringed, fontSize: "46px", lineHeight: "50px", ...bold }}>
                              {time}
                            </Text>
                            <Text className="soft" style={{ ...ringed, fontSize: "15px", color: COLOURS.soft }}>
                              {until}
                            </Text>
                          </td>
                        </tr>
                      </tbody>
                    </table>
                  </td>
                </tr>
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const ringed = { color: COLOURS.ink, lineHeight: "20px", margin: 0 };
const bold = { fontWeight: 700, letterSpacing: "-0.02em" };

const RINGS = [
  ringOf(226, `1px solid ${COLOURS.line}`),
  ringOf(208, `1px solid ${COLOURS.edge}`),
  ringOf(188, `4px solid ${COLOURS.accent}`),
] as const;

function ringOf(size: number, border: string) {
  const round = { borderRadius: "999px", borderCollapse: "separate" as const, boxSizing: "border-box" as const };
  return { ...round, width: `${size}px`, height: `${size}px`, border };
}

/** Facts, a row each: what it is, and its value. */
export function MailRows({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <table className="rows rule" cellPadding={0} cellSpacing={0} border={0} style={table}>
      <tbody>
        {rows.map(([title, value]) => (
          <tr key={title}>
            <th scope="row" align="left" className="soft rule" style={rowHead}>
              {title}
            </th>
            <td className="ink rule" style={rowValue}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const table = { width: "100%", borderBottom: `1px solid ${COLOURS.line}`, margin: "0 0 20px" };
const row = {
  verticalAlign: "top",
  borderTop: `1px solid ${COLOURS.line}`,
  fontSize: "16px",
  lineHeight: "23px",
  padding: "8px 0",
};
const rowHead = { ...row, color: COLOURS.soft, width: "92px", fontWeight: 400 };
const rowValue = { ...row, color: COLOURS.ink };

export function MailText({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={text}>
      {children}
    </Text>
  );
}

/** Smaller print. */
export function MailSmall({ children }: { children: ReactNode }) {
  return (
    <Text className="soft" style={small}>
      {children}
    </Text>
  );
}

export function MailFact({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ ...text, fontSize: "20px", lineHeight: "30px", fontWeight: 700 }}>
      {children}
    </Text>
  );
}

export function MailRule() {
  return <Hr className="rule" style={{ border: 0, borderTop: `1px solid ${COLOURS.line}`, margin: "8px 0 24px" }} />;
}

/** `isSecond`: beside another one. A box of its own gives each a line in plain text. */
export function MailButton({ href, isSecond, children }: { href: string; isSecond?: boolean; children: ReactNode }) {
  return (
    <div style={{ display: "inline-block" }}>
      <Button href={href} className={isSecond ? "second edge" : "button"} style={isSecond ? second : button}>
        {children}
      </Button>
    </div>
  );
}

const button = {
  backgroundColor: COLOURS.accent,
  border: `1px solid ${COLOURS.accent}`,
  color: COLOURS.surface,
  fontSize: "16px",
  fontWeight: 600,
  padding: "12px 18px",
  borderRadius: "8px",
  margin: "0 8px 14px 0",
};
const second = { ...button, backgroundColor: "transparent", border: `1px solid ${COLOURS.edge}`, color: COLOURS.ink };

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="link" style={link}>
      {children}
    </Link>
  );
}

/** The practice's telephone number: a press rings it. */
export function MailPhone({ sender }: { sender: Pick<Sender, "phone" | "phoneHref"> }) {
  return <MailLink href={sender.phoneHref}>{sender.phone}</MailLink>;
}

// A long address must not widen a phone's screen.
const link = {
  color: COLOURS.primary,
  textDecoration: "underline",
  overflowWrap: "anywhere",
  wordBreak: "break-word",
} as const;
