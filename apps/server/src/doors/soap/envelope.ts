import type { Elemento } from "./read-xml.ts";

/** Both SOAP versions. */
export const SOAP = {
  "1.1": { namespace: "http://schemas.xmlsoap.org/soap/envelope/", media: "text/xml" },
  "1.2": { namespace: "http://www.w3.org/2003/05/soap-envelope", media: "application/soap+xml" },
} as const;
export type VersaoSoap = keyof typeof SOAP;

/**
 * Party at fault, in terms of SOAP 1.2; `VersionMismatch`
 * and `MustUnderstand` are the same in both versions.
 */
export type CodigoSoap = "Sender" | "Receiver" | "VersionMismatch" | "MustUnderstand";

const CODIGO_11: Readonly<Record<CodigoSoap, string>> = {
  Sender: "Client",
  Receiver: "Server",
  VersionMismatch: "VersionMismatch",
  MustUnderstand: "MustUnderstand",
};

/** Fault of an envelope. `versao`: the version of the fault message. */
export type RecusaEnvelope = {
  kind: "recusa";
  versao: VersaoSoap;
  codigo: CodigoSoap;
  motivo: "envelope" | "versao" | "corpo" | "cabecalho";
};
export type EnvelopeLido = { kind: "ok"; versao: VersaoSoap; cabecalhos: Elemento[]; mensagem: Elemento };

/**
 * Opens an envelope of either version: its headers, and the one message in its body.
 * @param o entende: whether we understand a mandatory header
 */
export function openEnvelope(
  raiz: Elemento,
  { entende }: { entende(cabecalho: Elemento): boolean },
): EnvelopeLido | RecusaEnvelope {
  const versao = versaoOf(raiz);
  if (versao === null) {
    const codigo = raiz.nome === "Envelope" ? "VersionMismatch" : "Sender";
    return { kind: "recusa", versao: "1.1", codigo, motivo: codigo === "Sender" ? "envelope" : "versao" };
  }
  const { namespace } = SOAP[versao];
  const [primeira, segunda] = raiz.filhos.filter((filho) => filho.namespace === namespace);
  const corpo = primeira?.nome === "Header" ? segunda : primeira;
  const cabecalhos = cabecalhosOf(raiz);
  const refuse = (codigo: CodigoSoap, motivo: RecusaEnvelope["motivo"]): RecusaEnvelope => ({
    kind: "recusa",
    versao,
    codigo,
    motivo,
  });
  if (corpo?.nome !== "Body") return refuse("Sender", "envelope");
  if (cabecalhos.some((each) => mustUnderstand(each, namespace) && !entende(each))) {
    return refuse("MustUnderstand", "cabecalho");
  }
  const [mensagem, ...outras] = corpo.filhos;
  if (mensagem === undefined || outras.length > 0) return refuse("Sender", "corpo");
  return { kind: "ok", versao, cabecalhos, mensagem };
}

/** The headers of an envelope, also of one that is only partly read. */
export function cabecalhosOf(raiz: Elemento): Elemento[] {
  const versao = versaoOf(raiz);
  const primeira = raiz.filhos.find(
    ({ namespace }) => versao !== null && namespace === SOAP[versao].namespace,
  );
  return primeira?.nome === "Header" ? primeira.filhos : [];
}

function versaoOf({ nome, namespace }: Elemento): VersaoSoap | null {
  if (nome !== "Envelope") return null;
  if (namespace === SOAP["1.1"].namespace) return "1.1";
  return namespace === SOAP["1.2"].namespace ? "1.2" : null;
}

function mustUnderstand({ atributos }: Elemento, namespace: string): boolean {
  const dito = atributos.get(`{${namespace}}mustUnderstand`)?.trim();
  return dito === "1" || dito === "true";
}

/** The SOAP version of a Content-Type; null for any other. */
export function versaoOfMedia(contentType: string | undefined): VersaoSoap | null {
  const media = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (media === SOAP["1.1"].media) return "1.1";
  return media === SOAP["1.2"].media ? "1.2" : null;
}

/** Content-Type of a response. */
export function mediaOf(versao: VersaoSoap): string {
  return `${SOAP[versao].media}; charset=utf-8`;
}

/** Wraps a message in its envelope. The prefix is SEFAZ's, which some clients expect. */
export function writeEnvelope(versao: VersaoSoap, mensagem: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${SOAP[versao].namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>${mensagem}</soap:Body></soap:Envelope>`;
}

/** A fault. detalhe: XML of our own namespace, already escaped. */
export type Falta = { codigo: CodigoSoap; razao: string; detalhe?: string };

/**
 * A fault in its envelope, in the form of the version.
 * @source SOAP 1.1 §4.4; SOAP 1.2 part 1 §5.4
 */
export function writeFault(versao: VersaoSoap, { codigo, razao, detalhe = "" }: Falta): string {
  const texto = escapeXml(razao);
  if (versao === "1.1") {
    const detail = detalhe === "" ? "" : `<detail>${detalhe}</detail>`;
    return writeEnvelope(
      versao,
      `<soap:Fault><faultcode>soap:${CODIGO_11[codigo]}</faultcode><faultstring xml:lang="pt-BR">${texto}</faultstring>${detail}</soap:Fault>`,
    );
  }
  const detail = detalhe === "" ? "" : `<soap:Detail>${detalhe}</soap:Detail>`;
  return writeEnvelope(
    versao,
    `<soap:Fault><soap:Code><soap:Value>soap:${codigo}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="pt-BR">${texto}</soap:Text></soap:Reason>${detail}</soap:Fault>`,
  );
}

/**
 * HTTP status of a fault: always 500 in 1.1 (WS-I BP R1126); 400 in 1.2 when the sender is at fault.
 */
export function statusOfFault(versao: VersaoSoap, codigo: CodigoSoap): 400 | 500 {
  return versao === "1.2" && codigo === "Sender" ? 400 : 500;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};
/** Characters that XML 1.0 cannot hold in any form (§2.2, Char); they are removed. */
const IMPOSSIVEL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Escapes text for an element or an attribute. */
export function escapeXml(texto: string): string {
  return texto.replace(IMPOSSIVEL, "").replace(/[&<>"\r]/g, (c) => ESCAPES[c] ?? c);
}
