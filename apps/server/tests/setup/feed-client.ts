import https from "node:https";
import { gunzipSync } from "node:zlib";
import { createFeedApp } from "../../src/http/feed/create-feed-app.ts";
import { listenFeed } from "../../src/http/feed/listen-feed.ts";
import type { Listening } from "../../src/http/listen.ts";
import type { TestContext } from "./context.ts";

/** A client certificate and its key. cadeiaPem: authorities sent along. */
export type ClientCertificate = { certificadoPem: string; chavePem: string; cadeiaPem?: string };

/** The feed's port, opened with the sandbox's certificate. */
export async function openFeed({ ctx }: TestContext): Promise<Listening> {
  const { feedTls } = ctx.config.sandbox?.info ?? {};
  if (feedTls === undefined) throw new Error("the sandbox made no certificate");
  const tls = { cert: feedTls.certificadoPem, key: feedTls.chavePem };
  return await listenFeed(createFeedApp(ctx), { host: "127.0.0.1", port: 0, tls });
}

export type FeedAnswer = {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
};

/** A request, with options for unusual clients. */
export type FeedRequest = {
  certificate: ClientCertificate | null;
  ancoraPem: string;
  body?: string | Buffer;
  caminho?: string;
  media?: string;
  metodo?: string;
  /** Number of bytes of the body to send; the rest is withheld. */
  sent?: number;
};

export const FEED_PATH = "/Services/soap/NFeDistribuicaoDFe";
const SERVICE = "http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe";
const SOAP = {
  "1.1": { ns: "http://schemas.xmlsoap.org/soap/envelope/", media: "text/xml; charset=utf-8" },
  "1.2": { ns: "http://www.w3.org/2003/05/soap-envelope", media: "application/soap+xml; charset=utf-8" },
} as const;

/** One HTTPS request on its own connection. */
export async function sendFeedRequest(feed: Listening, o: FeedRequest): Promise<FeedAnswer> {
  const {
    certificate,
    ancoraPem,
    body = "",
    sent,
    caminho: pathname = FEED_PATH,
    media = SOAP["1.2"].media,
    metodo: method = "POST",
  } = o;
  const keyPair = certificate && {
    cert: certificate.certificadoPem + (certificate.cadeiaPem ?? ""),
    key: certificate.chavePem,
  };
  const options = {
    host: "127.0.0.1",
    servername: "localhost",
    port: feed.port,
    path: pathname,
    agent: false,
  };
  return await new Promise((resolve, reject) => {
    const headers = { "Content-Type": media, "Content-Length": Buffer.byteLength(body) };
    const request = https.request(
      { ...options, ...keyPair, ca: ancoraPem, method: method, headers },
      (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () => {
          resolve({
            status: res.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: res.headers,
          });
          if (sent !== undefined) request.destroy();
        });
      },
    );
    request.on("error", reject);
    if (sent === undefined) request.end(body);
    else request.write(Buffer.from(body).subarray(0, sent));
  });
}

/** distDFeInt in its wrappers and envelope. */
export function writeRequest(
  query: string,
  o: {
    cnpj?: string;
    tpAmb?: string;
    versao?: string;
    soap?: keyof typeof SOAP;
    dados?: string;
    uf?: string;
  } = {},
): string {
  const { cnpj = "27391485000148", tpAmb = "1", versao = "1.01", soap = "1.2", uf = "35" } = o;
  const documento = cnpj.length === 11 ? `<CPF>${cnpj}</CPF>` : `<CNPJ>${cnpj}</CNPJ>`;
  const content =
    o.dados ??
    `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="${versao}"><tpAmb>${tpAmb}</tpAmb><cUFAutor>${uf}</cUFAutor>${documento}${query}</distDFeInt>`;
  return `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${SOAP[soap].ns}"><s:Body><nfeDistDFeInteresse xmlns="${SERVICE}"><nfeDadosMsg>${content}</nfeDadosMsg></nfeDistDFeInteresse></s:Body></s:Envelope>`;
}

export const mediaOf = (soap: keyof typeof SOAP): string => SOAP[soap].media;
export const byUltNsu = (nsu: number | string): string =>
  `<distNSU><ultNSU>${String(nsu).padStart(15, "0")}</ultNSU></distNSU>`;
export const byNsu = (nsu: number): string =>
  `<consNSU><NSU>${String(nsu).padStart(15, "0")}</NSU></consNSU>`;
export const byChave = (chave: string): string => `<consChNFe><chNFe>${chave}</chNFe></consChNFe>`;

export type FeedPage = {
  cStat: string;
  xMotivo: string;
  ultNSU: number | null;
  maxNSU: number | null;
  docs: { nsu: number; schema: string; xml: string }[];
};

/** The parts of an answer. */
export function readAnswer({ text: texto }: FeedAnswer): FeedPage {
  const tag = (nome: string): string | null =>
    new RegExp(`<${nome}>([^<]*)</${nome}>`).exec(texto)?.[1] ?? null;
  const nsu = (nome: string): number | null => (tag(nome) === null ? null : Number(tag(nome)));
  const docs = [...texto.matchAll(/<docZip NSU="(\d{15})" schema="([^"]+)">([^<]+)<\/docZip>/g)];
  return {
    cStat: tag("cStat") ?? `no cStat in ${texto.slice(0, 300)}`,
    xMotivo: tag("xMotivo") ?? "",
    ultNSU: nsu("ultNSU"),
    maxNSU: nsu("maxNSU"),
    docs: docs.map(([, numero, schema = "", zip = ""]) => ({
      nsu: Number(numero),
      schema,
      xml: gunzipSync(Buffer.from(zip, "base64")).toString(),
    })),
  };
}
