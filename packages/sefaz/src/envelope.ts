import { SefazOutage } from "./outage.ts";
import { LEIAUTES } from "./tables/leiautes.ts";
import { type Familia, type ServicoSefaz, servicoOf } from "./tables/servicos.ts";
import { child, decodeXml, descendant, type Elemento, parseXml, text } from "./xml.ts";

/** A SOAP 1.2 request, ready for the wire; an answer to it larger than `respostaMaxBytes` is not read. */
export type Pedido = { contentType: string; bytes: Uint8Array; respostaMaxBytes: number };

/** A payload and whom it is for. `cUF` goes into the header that only MDF-e has. */
export type Mensagem = { familia: Familia; servico: ServicoSefaz; payload: string; cUF: string };

/** What came over the wire, whole. */
export type Recebido = { contentType: string; bytes: Uint8Array };

/** An answer taken out of its envelope, and the text of which it is a part. */
export type Conteudo = { elemento: Elemento; texto: string };

/** Answers above this size (bytes) are not read: a real one with every evento of a document stays below 1 MB. */
export const RESPOSTA_MAX_BYTES = 4 * 1024 * 1024;
/** The same for a lote of distribuição: 50 documents of SEFAZ's 500 kB, zipped to a fifth and in base64, are 7 MB. */
export const LOTE_MAX_BYTES = 16 * 1024 * 1024;

const NS_SOAP = "http://www.w3.org/2003/05/soap-envelope";
const WRAPPERS_MAX = 2;

/** Puts a payload into its envelope: no XML declaration, no whitespace between tags, no prefix inside (cStat 404 and 588).
 * @throws RangeError for a service that the family does not have
 * @source MOC Visão Geral §5, "Padrão de mensagens de comunicação"; MOC MDF-e 3.00, mdfeCabecMsg; NT 2014.002, double wrapper */
export function wrapEnvelope({ familia, servico, payload, cUF }: Mensagem): Pedido {
  const { nome, operacao } = servicoOf(familia, servico);
  const ns = `${LEIAUTES[familia].ns}/wsdl/${nome}`;
  const dados = `${familia}DadosMsg`;
  const corpo =
    servico === "distribuicao"
      ? `<${operacao} xmlns="${ns}"><${dados}>${payload}</${dados}></${operacao}>`
      : `<${dados} xmlns="${ns}">${payload}</${dados}>`;
  const xml =
    `<soap12:Envelope xmlns:soap12="${NS_SOAP}">${headerOf(familia, ns, cUF)}` +
    `<soap12:Body>${corpo}</soap12:Body></soap12:Envelope>`;
  return {
    contentType: `application/soap+xml; charset=utf-8; action="${ns}/${operacao}"`,
    bytes: new TextEncoder().encode(xml),
    respostaMaxBytes: servico === "distribuicao" ? LOTE_MAX_BYTES : RESPOSTA_MAX_BYTES,
  };
}

// NF-e and CT-e lost their header with 4.00; MDF-e 3.00 still has it.
function headerOf(familia: Familia, ns: string, cUF: string): string {
  if (familia !== "mdfe") return "";
  const versao = LEIAUTES.mdfe.versao;
  return (
    `<soap12:Header><mdfeCabecMsg xmlns="${ns}"><cUF>${cUF}</cUF>` +
    `<versaoDados>${versao}</versaoDados></mdfeCabecMsg></soap12:Header>`
  );
}

/** Takes the answer of that local name out of its envelope; how the authorizer calls its wrappers does not matter.
 * @throws SefazOutage soap-fault, resposta-ilegivel or resposta-grande-demais */
export function openEnvelope(recebido: Recebido, nome: string, maxBytes = RESPOSTA_MAX_BYTES): Conteudo {
  const { elemento: body, texto } = openBody(recebido, maxBytes);
  const fault = descendant(body, "Fault", 0);
  if (fault) throw new SefazOutage("soap-fault", reasonOf(fault));
  const elemento = descendant(body, nome, WRAPPERS_MAX);
  if (!elemento) throw new SefazOutage("resposta-ilegivel", `no ${nome} in the envelope`);
  return { elemento, texto };
}

/** The text that every answer must bring.
 * @throws SefazOutage resposta-ilegivel when it is absent or empty */
export function required(elemento: Elemento, nome: string): string {
  const valor = text(elemento, nome);
  if (valor === null) throw new SefazOutage("resposta-ilegivel", `no ${nome} in the answer`);
  return valor;
}

/** The cStat that every answer must bring, 3 or 4 digits.
 * @throws SefazOutage resposta-ilegivel */
export function requiredCStat(elemento: Elemento): string {
  const cStat = required(elemento, "cStat");
  if (!/^[0-9]{3,4}$/.test(cStat)) throw new SefazOutage("resposta-ilegivel", `cStat ${cStat.slice(0, 20)}`);
  return cStat;
}

/** The reason of a SOAP Fault; null when what came is anything else. */
export function readFault(recebido: Recebido): string | null {
  try {
    const { elemento } = openBody(recebido, RESPOSTA_MAX_BYTES);
    const fault = descendant(elemento, "Fault", 0);
    return fault && reasonOf(fault);
  } catch (erro) {
    if (erro instanceof SefazOutage) return null;
    throw erro;
  }
}

function openBody(recebido: Recebido, maxBytes: number): Conteudo {
  const tamanho = recebido.bytes.length;
  if (tamanho > maxBytes) throw new SefazOutage("resposta-grande-demais", `${tamanho} bytes`);
  const texto = decodeXml(recebido.bytes, recebido.contentType);
  return { elemento: child(child(parseXml(texto), "Envelope"), "Body"), texto };
}

// SOAP 1.2 says Reason/Text and Code/Value; some hosts still answer as SOAP 1.1, faultstring and faultcode.
function reasonOf(fault: Elemento): string {
  const motivo = text(child(fault, "Reason"), "Text") ?? text(fault, "faultstring");
  const codigo = text(child(fault, "Code"), "Value") ?? text(fault, "faultcode");
  return [codigo, motivo].filter(Boolean).join(" ").slice(0, 500) || "without a reason";
}
