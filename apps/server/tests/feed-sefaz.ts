import https from "node:https";
import { gunzipSync } from "node:zlib";
import { createFeedHouse } from "../src/doors/feed/feed-door.ts";
import { listenFeed } from "../src/doors/feed/listen-feed.ts";
import type { Listening } from "../src/doors/listen.ts";
import type { TestContext } from "./context.ts";

/** A client certificate and its key. cadeiaPem: authorities sent along. */
export type Cracha = { certificadoPem: string; chavePem: string; cadeiaPem?: string };

/** The feed's port, opened with the sandbox's certificate. */
export async function openFeed({ ctx }: TestContext): Promise<Listening> {
  const { feedTls } = ctx.config.sandbox?.info ?? {};
  if (feedTls === undefined) throw new Error("the sandbox made no certificate");
  const tls = { cert: feedTls.certificadoPem, key: feedTls.chavePem };
  return await listenFeed(createFeedHouse(ctx), { host: "127.0.0.1", port: 0, tls });
}

export type Resposta = {
  status: number;
  texto: string;
  headers: Record<string, string | string[] | undefined>;
};

/** A request, with options for unusual clients. */
export type Pergunta = {
  cracha: Cracha | null;
  ancoraPem: string;
  corpo?: string | Buffer;
  caminho?: string;
  media?: string;
  metodo?: string;
  /** Number of bytes of the body to send; the rest is withheld. */
  sent?: number;
};

export const CAMINHO = "/Services/soap/NFeDistribuicaoDFe";
const SERVICO = "http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe";
const SOAP = {
  "1.1": { ns: "http://schemas.xmlsoap.org/soap/envelope/", media: "text/xml; charset=utf-8" },
  "1.2": { ns: "http://www.w3.org/2003/05/soap-envelope", media: "application/soap+xml; charset=utf-8" },
} as const;

/** One HTTPS request on its own connection. */
export async function send(feed: Listening, o: Pergunta): Promise<Resposta> {
  const {
    cracha,
    ancoraPem,
    corpo = "",
    sent,
    caminho = CAMINHO,
    media = SOAP["1.2"].media,
    metodo = "POST",
  } = o;
  const par = cracha && { cert: cracha.certificadoPem + (cracha.cadeiaPem ?? ""), key: cracha.chavePem };
  const options = {
    host: "127.0.0.1",
    servername: "localhost",
    port: feed.port,
    path: caminho,
    agent: false,
  };
  return await new Promise((resolve, reject) => {
    const headers = { "Content-Type": media, "Content-Length": Buffer.byteLength(corpo) };
    const request = https.request({ ...options, ...par, ca: ancoraPem, method: metodo, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("end", () => {
        resolve({
          status: res.statusCode ?? 0,
          texto: Buffer.concat(chunks).toString(),
          headers: res.headers,
        });
        if (sent !== undefined) request.destroy();
      });
    });
    request.on("error", reject);
    if (sent === undefined) request.end(corpo);
    else request.write(Buffer.from(corpo).subarray(0, sent));
  });
}

/** distDFeInt in its wrappers and envelope. */
export function writePergunta(
  por: string,
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
  const dados =
    o.dados ??
    `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="${versao}"><tpAmb>${tpAmb}</tpAmb><cUFAutor>${uf}</cUFAutor>${documento}${por}</distDFeInt>`;
  return `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${SOAP[soap].ns}"><s:Body><nfeDistDFeInteresse xmlns="${SERVICO}"><nfeDadosMsg>${dados}</nfeDadosMsg></nfeDistDFeInteresse></s:Body></s:Envelope>`;
}

export const mediaOf = (soap: keyof typeof SOAP): string => SOAP[soap].media;
export const porUltimo = (nsu: number | string): string =>
  `<distNSU><ultNSU>${String(nsu).padStart(15, "0")}</ultNSU></distNSU>`;
export const porNsu = (nsu: number): string =>
  `<consNSU><NSU>${String(nsu).padStart(15, "0")}</NSU></consNSU>`;
export const porChave = (chave: string): string => `<consChNFe><chNFe>${chave}</chNFe></consChNFe>`;

export type Lido = {
  cStat: string;
  xMotivo: string;
  ultNSU: number | null;
  maxNSU: number | null;
  docs: { nsu: number; schema: string; xml: string }[];
};

/** The parts of an answer. */
export function readResposta({ texto }: Resposta): Lido {
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
