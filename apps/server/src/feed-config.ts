import fs from "node:fs";
import path from "node:path";
import { createSecureContext } from "node:tls";
import { StartRefusal } from "./errors.ts";

/** The certificate that the feed's port presents, and its key. */
export type FeedTls = { cert: string | Buffer; key: string | Buffer } | { pfx: Buffer; passphrase: string };
/** Where the feed in SEFAZ's format listens. port: 0 = any free one. */
export type FeedConfig = { host: string; port: number; tls: FeedTls };

type Env = Readonly<Record<string, string | undefined>>;
/** Trusted authorities for the feed's callers, and the sandbox's own server certificate. */
type FeedTrust = {
  sandbox: { info: { feedTls?: { certificadoPem: string; chavePem: string } | undefined } } | null;
  icpBrasilDir: string | null;
};

const PORT_MAX = 65_535;

/**
 * The feed's own port; off unless it is configured.
 * @throws {StartRefusal} without a server certificate, or without authorities to verify its callers
 */
export function readFeed(env: Env, trust: FeedTrust): FeedConfig | null {
  const text = env.FEED_PORT?.trim();
  if (!text) return null;
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > PORT_MAX) {
    throw new StartRefusal(`FEED_PORT=${text} não serve: use um número inteiro de 0 a ${PORT_MAX}.`);
  }
  if (trust.sandbox === null && trust.icpBrasilDir === null) {
    throw new StartRefusal(
      "FEED_PORT precisa de ICP_BRASIL_DIR: sem a pasta das autoridades, nenhum certificado de ERP pode ser conferido.",
    );
  }
  return { host: env.FEED_HOST || env.HOST || "127.0.0.1", port, tls: readTls(env, trust.sandbox) };
}

function readTls(env: Env, sandbox: FeedTrust["sandbox"]): FeedTls {
  const [pfx, cert, key] = [env.FEED_TLS_PFX, env.FEED_TLS_CERT, env.FEED_TLS_KEY];
  if (pfx) return checkTls({ pfx: readFile("FEED_TLS_PFX", pfx), passphrase: env.FEED_TLS_PFX_SENHA ?? "" });
  if (cert && key) {
    return checkTls({ cert: readFile("FEED_TLS_CERT", cert), key: readFile("FEED_TLS_KEY", key) });
  }
  if (cert || key) {
    throw new StartRefusal("FEED_TLS_CERT e FEED_TLS_KEY vêm juntos: o certificado e a chave dele, em PEM.");
  }
  const demo = sandbox?.info.feedTls;
  if (demo !== undefined) return { cert: demo.certificadoPem, key: demo.chavePem };
  throw new StartRefusal(
    "FEED_PORT precisa de um certificado de servidor: FEED_TLS_CERT e FEED_TLS_KEY (PEM), ou FEED_TLS_PFX e FEED_TLS_PFX_SENHA.",
  );
}

function readFile(name: string, place: string): Buffer {
  const file = path.resolve(place);
  if (fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return fs.readFileSync(file);
  throw new StartRefusal(`${name}=${place}: o arquivo não existe.`);
}

/** Opens the certificate at the start, so that a wrong password shows there and not at every ERP. */
function checkTls(tls: FeedTls): FeedTls {
  try {
    createSecureContext(tls);
    return tls;
  } catch (cause) {
    throw new StartRefusal("O certificado de FEED_TLS_* não abre: confira os arquivos, a chave e a senha.", {
      cause,
    });
  }
}
