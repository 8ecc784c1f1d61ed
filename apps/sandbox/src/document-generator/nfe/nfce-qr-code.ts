import { createHash } from "node:crypto";
import type { Amount } from "@malote/syntax";
import type { Empresa } from "../companies/companies.ts";
import { type DocumentIdentity, queryAddressOf } from "../documento/documento.ts";
import { type Signer, signText } from "../xml/sign-element.ts";
import { element, leaf } from "../xml/write-xml.ts";

/** The content of the QR code of an NFC-e. */
export type QrCodeInput = {
  identity: DocumentIdentity;
  valorTotal: Amount;
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
export function writeSuplemento(input: QrCodeInput, signer: Signer): string {
  const { identity } = input;
  const texto = input.versao === "2" ? qrCodeVersao2(input) : qrCodeVersao3(input, signer);
  return element(
    "infNFeSupl",
    leaf("qrCode", `${queryAddressOf(identity, "qr")}?p=${texto}`),
    leaf("urlChave", queryAddressOf(identity, "chave")),
  );
}

/** Version 2: ends with a hash that includes the CSC of the taxpayer. */
function qrCodeVersao2(input: QrCodeInput): string {
  const digestHex = Buffer.from(input.digVal, "latin1").toString("hex");
  const offline = isOffline(input) ? [dayOf(input), input.valorTotal, digestHex] : [];
  const fields = [...startFields(input), ...offline, ID_CSC].join("|");
  return `${fields}|${createHash("sha1").update(`${fields}${CSC}`, "utf8").digest("hex").toUpperCase()}`;
}

/** Version 3: without CSC; when issued offline, with a signature of its content. */
function qrCodeVersao3(input: QrCodeInput, signer: Signer): string {
  if (!isOffline(input)) return startFields(input).join("|");
  const { cnpj } = input.cliente;
  const tipo = cnpj.length === 11 ? "2" : "1";
  const fields = [...startFields(input), dayOf(input), input.valorTotal, tipo, cnpj].join("|");
  return `${fields}|${signText(fields, signer)}`;
}

function startFields({ identity, versao }: QrCodeInput): string[] {
  return [identity.chaveAcesso, versao, identity.ambiente];
}

function isOffline({ identity }: QrCodeInput): boolean {
  return identity.tpEmis === OFFLINE;
}

function dayOf({ identity }: QrCodeInput): string {
  return identity.dataHora.slice(8, 10);
}
