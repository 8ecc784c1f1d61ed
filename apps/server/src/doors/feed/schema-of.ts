import { constants, gunzipSync } from "node:zlib";

/** Compressed bytes that contain the root of a document, even inside a SOAP envelope. */
const CABECA_BYTES = 1_024;
const RAIZ =
  /<(?:[\w.-]+:)?(nfeProc|NFe|cteProc|CTe|cteOSProc|CTeOS|cteSimpProc|CTeSimp|mdfeProc|MDFe|procEvento\w*|evento\w*)(?=[\s>])([^>]*)>/;
const VERSAO = /\sversao\s*=\s*["']([0-9]{1,2}\.[0-9]{2})["']/;

/**
 * Names of SEFAZ's schemas, by the root of the document.
 * @source docZip of recorded answers; PL_009, PL_CTe_400, PL_MDFe_300
 */
const NOMES: Readonly<Record<string, string>> = {
  nfeProc: "procNFe",
  NFe: "nfe",
  cteProc: "procCTe",
  CTe: "cte",
  cteOSProc: "procCTeOS",
  CTeOS: "cteOS",
  cteSimpProc: "procCTeSimp",
  CTeSimp: "cteSimp",
  mdfeProc: "procMDFe",
  MDFe: "mdfe",
};
const FAMILIAS = ["CTe", "MDFe"] as const;

/** Schema name of a stored document, in docZip form: `procNFe_v4.00.xsd`. */
export function schemaOf(xmlGzip: Buffer): string {
  // Removing the zero bytes is enough for UTF-16, because names and numbers are ASCII.
  const texto = headOf(xmlGzip).toString("latin1").replaceAll("\0", "");
  const [, raiz = "", atributos = ""] = RAIZ.exec(texto) ?? [];
  const versao = VERSAO.exec(atributos)?.[1] ?? VERSAO.exec(texto.replace(/<\?[\s\S]*?\?>/, ""))?.[1];
  const nome = NOMES[raiz] ?? eventoOf(raiz, texto);
  return `${nome}_v${versao ?? (nome.includes("vento") ? "1.00" : "4.00")}.xsd`;
}

function eventoOf(raiz: string, texto: string): string {
  const familia =
    FAMILIAS.find((each) => raiz.includes(each) || texto.includes(`/${each.toLowerCase()}"`)) ?? "NFe";
  return raiz.startsWith("proc") ? `procEvento${familia}` : `evento${familia}`;
}

function headOf(xmlGzip: Buffer): Buffer {
  return gunzipSync(xmlGzip.subarray(0, CABECA_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
}
