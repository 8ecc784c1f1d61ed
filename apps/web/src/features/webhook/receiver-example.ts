/**
 * A complete receiver that verifies the signature. Users copy it and run it with the secret in an
 * environment variable.
 */
export const RECEIVER_EXAMPLE = `import { createHmac, timingSafeEqual } from "node:crypto";

const key = Buffer.from(process.env.MALOTE_SEGREDO.replace("whsec_", ""), "base64");

// corpo: o texto recebido, antes de JSON.parse
export function confere(headers, corpo) {
  const id = headers["webhook-id"];
  const quando = headers["webhook-timestamp"];
  if (Math.abs(Date.now() / 1000 - Number(quando)) > 300) return false;
  const nossa = createHmac("sha256", key).update(\`\${id}.\${quando}.\${corpo}\`).digest();
  return headers["webhook-signature"].split(" ").some((cada) => {
    const dela = Buffer.from(cada.slice("v1,".length), "base64");
    return dela.length === nossa.length && timingSafeEqual(dela, nossa);
  });
}`;
