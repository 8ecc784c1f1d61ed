import { createHash } from "node:crypto";
import type { Valor } from "@malote/syntax";
import { type Assinante, signTexto } from "./assinatura.ts";
import { enderecoOf, type Identidade } from "./documento.ts";
import type { Empresa } from "./empresas.ts";
import { element, leaf } from "./write-xml.ts";

/** The content of the QR code of an NFC-e. */
export type QuadroQrCode = {
  identidade: Identidade;
  valorTotal: Valor;
  cliente: Empresa;
  versao: "2" | "3";
  digVal: string;
};

/** Issue type of an NFC-e issued while SEFAZ is unavailable, to be sent later. */
const OFFLINE = "9";
/** Security code of the taxpayer (CSC) and its number, both invented: they are valid nowhere else. */
const CSC = "0A1B2C3D-INVENTADO-PARA-TESTE-4E5F60718293";
const ID_CSC = "1";

/** Writes infNFeSupl: the QR code and the address for a query by key.
 * @source Manual do DANFE NFC-e e QR Code 5.0; NT 2025.001 */
export function writeSuplemento(quadro: QuadroQrCode, assinante: Assinante): string {
  const { identidade } = quadro;
  const texto = quadro.versao === "2" ? qrCodeVersao2(quadro) : qrCodeVersao3(quadro, assinante);
  return element(
    "infNFeSupl",
    leaf("qrCode", `${enderecoOf(identidade, "qr")}?p=${texto}`),
    leaf("urlChave", enderecoOf(identidade, "chave")),
  );
}

/** Version 2: ends with a hash that includes the CSC of the taxpayer. */
function qrCodeVersao2(quadro: QuadroQrCode): string {
  const digestHex = Buffer.from(quadro.digVal, "latin1").toString("hex");
  const offline = isOffline(quadro) ? [diaOf(quadro), quadro.valorTotal, digestHex] : [];
  const campos = [...cabecalho(quadro), ...offline, ID_CSC].join("|");
  return `${campos}|${createHash("sha1").update(`${campos}${CSC}`, "utf8").digest("hex").toUpperCase()}`;
}

/** Version 3: without CSC; when issued offline, with a signature of its content. */
function qrCodeVersao3(quadro: QuadroQrCode, assinante: Assinante): string {
  if (!isOffline(quadro)) return cabecalho(quadro).join("|");
  const { cnpj } = quadro.cliente;
  const tipo = cnpj.length === 11 ? "2" : "1";
  const campos = [...cabecalho(quadro), diaOf(quadro), quadro.valorTotal, tipo, cnpj].join("|");
  return `${campos}|${signTexto(campos, assinante)}`;
}

function cabecalho({ identidade, versao }: QuadroQrCode): string[] {
  return [identidade.chaveAcesso, versao, identidade.ambiente];
}

function isOffline({ identidade }: QuadroQrCode): boolean {
  return identidade.tpEmis === OFFLINE;
}

function diaOf({ identidade }: QuadroQrCode): string {
  return identidade.dataHora.slice(8, 10);
}
