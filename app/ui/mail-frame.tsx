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
  primary: "#164a3c",
};
// For mail programs that know dark mode; others show the light look or invert it.
const DARK = `@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: #0e1a17 !important }
  .sheet { background-color: #162420 !important; border-color: #32413c !important }
  .ink { color: #eaece4 !important }
  .soft { color: #b2beb4 !important }
  .link { color: #95d1b2 !important }
  .rule { border-color: #32413c !important }
  .button, .button span { background-color: #95d1b2 !important; color: #0e1a17 !important }
}`;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
const text = { color: COLOURS.ink, fontSize: "17px", lineHeight: "27px", margin: "0 0 18px" };
const small = { ...text, color: COLOURS.soft, fontSize: "14px", lineHeight: "21px", margin: "0 0 8px" };

type FrameProps = { title: string; sender: Sender; why: string; children: ReactNode };

/** A mail in the site's look: one column, system font, no remote content. `why`: why they received it. */
export function MailFrame({ title, sender, why, children }: FrameProps) {
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
        style={{ backgroundColor: COLOURS.paper, fontFamily: FONT, margin: 0, padding: "24px 12px" }}
      >
        <Container style={{ maxWidth: "560px", margin: "0 auto" }}>
          <Text style={{ ...text, fontSize: "20px", fontWeight: 700 }}>
            <Link href={sender.siteUrl} className="link" style={{ color: COLOURS.primary, textDecoration: "none" }}>
              {sender.name}
            </Link>
          </Text>
        </Container>
        <Container className="sheet" style={sheet}>
          {children}
        </Container>
        <Container style={{ maxWidth: "560px", margin: "16px auto 0" }}>
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

const sheet = {
  maxWidth: "560px",
  margin: "0 auto",
  padding: "28px 24px 10px",
  backgroundColor: COLOURS.surface,
  border: `1px solid ${COLOURS.line}`,
  borderRadius: "8px",
};

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

export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button href={href} className="button" style={button}>
      {children}
    </Button>
  );
}

const button = {
  backgroundColor: COLOURS.primary,
  color: COLOURS.surface,
  fontSize: "17px",
  fontWeight: 600,
  padding: "12px 22px",
  borderRadius: "4px",
  margin: "0 0 22px",
};

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
