import { type ChaveAcesso, InvalidChaveAcessoError, isChaveAcesso } from "@malote/syntax";
import {
  type Conteudo,
  NS_NFE,
  openEnvelope,
  type Pedido,
  type Recebido,
  required,
  requiredCStat,
  wrapEnvelope,
} from "./envelope.ts";
import { SefazOutage } from "./outage.ts";
import { assuntoOfCStat, esperaOfCStat } from "./tables/cstat-consulta.ts";
import type { Ambiente } from "./tables/servicos.ts";
import { child, children, type Elemento, sliceOf, text } from "./xml.ts";

/** The question whose answer is read. */
export type Consulta = { chave: ChaveAcesso; ambiente: Ambiente };

/** The protocol under which SEFAZ holds the document; `dataRecebimento` is ISO with its own offset. */
export type ProtocoloSefaz = {
  numero: string | null;
  dataRecebimento: string;
  cStat: string;
  digVal: string | null;
};

/** An evento linked to the document at SEFAZ. `xml` is its procEventoNFe as it came; only an inherited `xmlns` is written
 * into it, so that it stands alone. `data` is the registration's (else the evento's own), ISO with its own offset. */
export type EventoSefaz = {
  tpEvento: string;
  nSeqEvento: string;
  descEvento: string;
  protocolo: string | null;
  data: string | null;
  xml: Uint8Array;
};

/** `documento`: SEFAZ spoke of the document, and cStat is its state there. `servico`: it spoke of itself or of the question,
 * and nothing was learnt of the document; `retryAfterMs` is null when asking again is no cure. */
export type RespostaConsulta =
  | {
      kind: "documento";
      cStat: string;
      xMotivo: string;
      protocolo: ProtocoloSefaz | null;
      eventos: EventoSefaz[];
    }
  | { kind: "servico"; cStat: string; xMotivo: string; retryAfterMs: number | null };

/** Writes consSitNFe 4.00.
 * @throws InvalidChaveAcessoError @source leiauteConsSitNFe_v4.00.xsd, TConsSitNFe */
export function writeConsulta({ chave, ambiente }: Consulta): Pedido {
  if (!isChaveAcesso(chave)) throw new InvalidChaveAcessoError("not an access key");
  return wrapEnvelope(
    "consultaProtocolo",
    `<consSitNFe xmlns="${NS_NFE}" versao="4.00"><tpAmb>${ambiente}</tpAmb>` +
      `<xServ>CONSULTAR</xServ><chNFe>${chave}</chNFe></consSitNFe>`,
  );
}

/** Reads retConsSitNFe.
 * @throws SefazOutage also when the answer is about another key or ambiente
 * @source leiauteConsSitNFe_v4.00.xsd, TRetConsSitNFe */
export function readConsulta(recebido: Recebido, consulta: Consulta): RespostaConsulta {
  const conteudo = openEnvelope(recebido, "retConsSitNFe");
  const ret = conteudo.elemento;
  const cStat = requiredCStat(ret);
  const xMotivo = text(ret, "xMotivo") ?? "";
  const protocolo = readProtocolo(ret);
  // An unknown cStat that brings the document's protocol speaks of the document.
  if (assuntoOfCStat(cStat) === "servico" && !protocolo) {
    return { kind: "servico", cStat, xMotivo, retryAfterMs: esperaOfCStat(cStat) };
  }
  assertSameQuestion(ret, consulta);
  return { kind: "documento", cStat, xMotivo, protocolo, eventos: readEventos(conteudo) };
}

function readProtocolo(ret: Elemento): ProtocoloSefaz | null {
  const protocolo = child(ret, "protNFe");
  if (!("infProt" in protocolo)) return null;
  const inf = child(protocolo, "infProt");
  return {
    numero: text(inf, "nProt"),
    dataRecebimento: required(inf, "dhRecbto"),
    cStat: requiredCStat(inf),
    digVal: text(inf, "digVal"),
  };
}

function assertSameQuestion(ret: Elemento, { chave, ambiente }: Consulta): void {
  const infProt = child(child(ret, "protNFe"), "infProt");
  const doEvento = children(ret, "procEventoNFe").map((proc) => child(child(proc, "evento"), "infEvento"));
  for (const parte of [ret, infProt, ...doEvento]) {
    if ((text(parte, "chNFe") ?? chave) !== chave)
      throw new SefazOutage("resposta-de-outra-chave", `asked ${chave}`);
    if ((text(parte, "tpAmb") ?? ambiente) !== ambiente) {
      throw new SefazOutage("resposta-de-outro-ambiente", `asked ${ambiente}`);
    }
  }
}

const DECLARA_NS_NFE = new RegExp(`^<retConsSitNFe[^>]*\\sxmlns\\s*=\\s*["']${NS_NFE}["']`);

function readEventos({ elemento: ret, texto }: Conteudo): EventoSefaz[] {
  const herdaNs = DECLARA_NS_NFE.test(sliceOf(ret, texto));
  return children(ret, "procEventoNFe").map((proc) => {
    const inf = child(child(proc, "evento"), "infEvento");
    const registro = child(child(proc, "retEvento"), "infEvento");
    const xml = sliceOf(proc, texto);
    return {
      tpEvento: required(inf, "tpEvento"),
      nSeqEvento: required(inf, "nSeqEvento"),
      descEvento: text(child(inf, "detEvento"), "descEvento") ?? text(registro, "xEvento") ?? "",
      protocolo: text(registro, "nProt"),
      data: text(registro, "dhRegEvento") ?? text(inf, "dhEvento"),
      xml: new TextEncoder().encode(herdaNs ? withNamespace(xml) : xml),
    };
  });
}

// @NOTE authorizers differ: most declare xmlns on each procEventoNFe, some leave it to retConsSitNFe above. Prefixes of the
// envelope are not carried over: they were not in scope when the evento was signed, and C14N would render them.
function withNamespace(xml: string): string {
  return xml.replace(/^<procEventoNFe(?![^>]*\sxmlns\s*=)/, `$& xmlns="${NS_NFE}"`);
}
