import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";

/** A browser's own keys, as `PushManager` keeps them. */
export type BrowserKeys = { p256dh: string; auth: string; privateKey: string };

const SALT = 16;
const HEAD = 21;
const TAG = 16;

/** Decrypts a body of `aes128gcm` as a browser does (RFC 8188, RFC 8291): written apart from what encrypts. */
export function openPush(body: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string {
  const salt = body.subarray(0, SALT);
  const sender = body.subarray(HEAD, HEAD + body.readUInt8(HEAD - 1));
  const sealed = body.subarray(HEAD + sender.length);
  const own = createECDH("prime256v1");
  own.setPrivateKey(bytesOf(privateKey));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), bytesOf(p256dh), sender]);
  const input = derive(own.computeSecret(sender), bytesOf(auth), { info, length: 32 });
  const key = derive(input, salt, { info: Buffer.from("Content-Encoding: aes128gcm\0"), length: 16 });
  const nonce = derive(input, salt, { info: Buffer.from("Content-Encoding: nonce\0"), length: 12 });
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-TAG));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no last record");
  return padded.subarray(0, end).toString("utf8");
}

function derive(secret: Buffer, salt: Buffer, { info, length }: { info: Buffer; length: number }): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

type Claims = { aud: string; exp: number; sub: string };

/** What a sender claims of itself, and the key that proves it (RFC 8292). Throws if the signature is another's. */
export function readVapid(authorization: string): { claims: Claims; key: string } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = bytesOf(key);
  const jwk = { kty: "EC", crv: "P-256", x: part(point, 1), y: part(point, 33) };
  const proof = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), proof, bytesOf(signature)))
    throw new Error("not signed by it");
  if (JSON.parse(bytesOf(head).toString()).alg !== "ES256") throw new Error("another algorithm");
  return { claims: JSON.parse(bytesOf(claims).toString()), key };
}

function part(point: Buffer, from: number): string {
  return point.subarray(from, from + 32).toString("base64url");
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
