import { Body, Button, Container, Head, Hr, Html, Link, Text } from "@react-email/components";
import type { ReactNode } from "react";

/** Who writes: the company details stand under every mail. */
type Sender = {
  name: string;
  siteUrl: string;
  phone: string;
  address: string;
  /** `Limber Yard Therapies Ltd, registered in England and Wales, number 00000000`. */
  company: string;
};

// The theme's colours as hex: many mail programs read nothing newer.
const COLOURS = {
  paper: "#f4f1ea",
  surface: "#fcfaf6",
  ink: "#15302a",
  soft: "#425a53",
  line: "#cecbbf",
  primary: "#164a3c",
};
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
const text = { color: COLOURS.ink, fontSize: "17px", lineHeight: "27px", margin: "0 0 18px" };
const small = { ...text, color: COLOURS.soft, fontSize: "14px", lineHeight: "21px", margin: "0 0 8px" };

type FrameProps = { title: string; sender: Sender; why: string; children: ReactNode };

/** A mail in the site's look: one column, system font, nothing loaded from anywhere. `why`: why they got this. */
export function MailFrame({ title, sender, why, children }: FrameProps) {
  return (
    <Html lang="en-GB">
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light" />
      </Head>
      <Body style={{ backgroundColor: COLOURS.paper, fontFamily: FONT, margin: 0, padding: "24px 12px" }}>
        <Container style={{ maxWidth: "560px", margin: "0 auto" }}>
          <Text style={{ ...text, fontSize: "20px", fontWeight: 700 }}>
            <Link href={sender.siteUrl} style={{ color: COLOURS.primary, textDecoration: "none" }}>
              {sender.name}
            </Link>
          </Text>
        </Container>
        <Container style={sheet}>{children}</Container>
        <Container style={{ maxWidth: "560px", margin: "16px auto 0" }}>
          <Text style={small}>{why}</Text>
          <Text style={small}>
            {sender.name}, {sender.address}. Phone {sender.phone}.
          </Text>
          <Text style={small}>{sender.company}</Text>
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
  return <Text style={text}>{children}</Text>;
}

/** What must be said, smaller. */
export function MailSmall({ children }: { children: ReactNode }) {
  return <Text style={small}>{children}</Text>;
}

/** The one fact of the mail, larger. */
export function MailFact({ children }: { children: ReactNode }) {
  return <Text style={{ ...text, fontSize: "20px", lineHeight: "30px", fontWeight: 700 }}>{children}</Text>;
}

export function MailRule() {
  return <Hr style={{ border: 0, borderTop: `1px solid ${COLOURS.line}`, margin: "8px 0 24px" }} />;
}

/** The one thing to do. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button href={href} style={button}>
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
    <Link href={href} style={{ color: COLOURS.primary, textDecoration: "underline" }}>
      {children}
    </Link>
  );
}
