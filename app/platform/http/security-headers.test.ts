import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { inlineScriptHashes } from "#app/platform/http/page-cache.server.ts";
import { contentSecurityPolicy, securityHeaders } from "#app/platform/http/security-headers.ts";

test("only scripts with the nonce run", () => {
  const policy = contentSecurityPolicy({ nonce: "abc" });
  expect(policy).toContain("script-src 'self' 'nonce-abc'");
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("frame-src 'self';");
});

test("a route may have frames of the two film hosts, of no other", () => {
  const policy = contentSecurityPolicy(
    { nonce: "abc" },
    {
      header: "https://player.vimeo.com https://evil.example",
    },
  );
  expect(policy).toContain("frame-src 'self' https://player.vimeo.com;");
});

test("Calendly is framed by the page that asks for it, under its configured address alone", () => {
  const calendly = "https://calendly.com";
  const framed = (asked: string | null) => contentSecurityPolicy({ nonce: "abc" }, { header: asked, calendly });
  expect(framed(calendly)).toContain("frame-src 'self' https://calendly.com;");
  for (const asked of [null, "", "https://calendly.com.evil.example"])
    expect(framed(asked)).toContain("frame-src 'self';");
});

test("the inline scripts of a kept page are named by hash, files and data are not", () => {
  const hash = `sha256-${createHash("sha256").update("go()").digest("base64")}`;
  const scripts = `<script>go()</script><script type="module">go()</script>`;
  const others = `<script src="/a.js"></script><script type="application/ld+json">{}</script>`;
  expect(inlineScriptHashes(`<p>${scripts}${others}</p>`)).toEqual([hash]);
  expect(contentSecurityPolicy({ hashes: [hash] })).toContain(`script-src 'self' '${hash}';`);
});

test("a browser is held to TLS only where there is TLS", () => {
  expect(securityHeaders({ https: false })).not.toHaveProperty("Strict-Transport-Security");
  expect(securityHeaders({ https: true })).toHaveProperty("Strict-Transport-Security");
});
