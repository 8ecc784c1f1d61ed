import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The account that may sign. */
export type S3Account = { accessKeyId: string; secretAccessKey: string; region: string };

/** Reason for refusing a signature, as S3 names it. */
export type SignatureFlaw =
  | "InvalidAccessKeyId"
  | "SignatureDoesNotMatch"
  | "AccessDenied"
  | "XAmzContentSHA256Mismatch";

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const UNSIGNED = "UNSIGNED-PAYLOAD";

/**
 * Verifies a request and its body against AWS Signature Version 4.
 * @source docs.aws.amazon.com, Authenticating Requests (AWS Signature Version 4)
 */
export function findSignatureFlaw(
  request: IncomingMessage,
  body: Buffer,
  account: S3Account,
): SignatureFlaw | null {
  const [, keyId, day = "", region = "", signed = "", signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? "") ?? [];
  if (signature === undefined) return "AccessDenied";
  if (keyId !== account.accessKeyId) return "InvalidAccessKeyId";
  const sha256 = String(request.headers["x-amz-content-sha256"]);
  if (sha256 !== UNSIGNED && sha256 !== hash(body)) return "XAmzContentSHA256Mismatch";
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [
    "AWS4-HMAC-SHA256",
    request.headers["x-amz-date"],
    scope,
    hash(canonicalOf(request, signed, sha256)),
  ];
  const key = [day, account.region, "s3", "aws4_request"].reduce<Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    Buffer.from(`AWS4${account.secretAccessKey}`),
  );
  const wanted = createHmac("sha256", key).update(text.join("\n")).digest("hex");
  return wanted === signature ? null : "SignatureDoesNotMatch";
}

function canonicalOf(request: IncomingMessage, signed: string, sha256: string): string {
  const url = new URL(request.url ?? "", "http://s3");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`);
  return [request.method, url.pathname, query, headers.join(""), signed, sha256].join("\n");
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hash(data: Buffer | string): string {
  return createHash("sha256").update(data).digest("hex");
}
