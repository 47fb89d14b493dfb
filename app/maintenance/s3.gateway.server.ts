import type { PlaceSpec } from "#app/maintenance/backup-place.ts";

type Signed = {
  url: string;
  method: string;
  headers?: Record<string, string> | undefined;
  sha256?: string | undefined;
};

const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** The headers of one request to S3, signed (AWS Signature Version 4) with the checksum of its body. */
export async function s3Headers(
  { user, secret, region }: PlaceSpec,
  { url, method, headers: given = {}, sha256 = EMPTY }: Signed,
): Promise<Record<string, string>> {
  const { AwsV4Signer } = await import("aws4fetch");
  const signer = new AwsV4Signer({
    url,
    method,
    headers: { ...given, "X-Amz-Content-Sha256": sha256 },
    accessKeyId: user,
    secretAccessKey: secret,
    service: "s3",
    region: region || regionOf(new URL(url).hostname),
  });
  const { headers } = await signer.sign();
  return Object.fromEntries([...headers].filter(([name]) => name !== "host"));
}

// Amazon's, Backblaze's and Wasabi's names hold it; others take the standard one.
function regionOf(host: string): string {
  return /\bs3[.-]([a-z]{2}(?:-[a-z]+)+-\d+)\./.exec(host)?.[1] ?? "us-east-1";
}
