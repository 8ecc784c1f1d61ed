import { InvalidChaveAcessoError, isChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import {
  openEnvelope,
  type Pedido,
  type Recebido,
  required,
  requiredCStat,
  wrapEnvelope,
} from "./envelope.ts";
import { type EventoSefaz, partesOfEvento, readEventos } from "./eventos.ts";
import { assertSameQuestion, type Pergunta } from "./same-question.ts";
import { assuntoOfCStat, esperaOfCStat } from "./tables/cstat-consulta.ts";
import { LEIAUTES, type Leiaute } from "./tables/leiautes.ts";
import { familiaOfModelo } from "./tables/servicos.ts";
import { child, descendant, type Elemento, text, textOf } from "./xml.ts";

/** The protocol under which SEFAZ holds the document; `dataRecebimento` is ISO with its own offset. */
export type ProtocoloSefaz = {
  numero: string | null;
  dataRecebimento: string;
  cStat: string;
  digVal: string | null;
  alertas: AlertaRespondido[];
};

/**
 * One cMsg with its xMsg, whatever the cStat; `codigo` is "" for a text without a code.
 * @source NT 2026.002, group PR13
 */
type AlertaRespondido = { codigo: string; texto: string };

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

/** Writes consSitNFe 4.00, consSitCTe 4.00 or consSitMDFe 3.00, as the key's modelo says.
 * @throws InvalidChaveAcessoError, RangeError for a modelo that nobody is asked about
 * @source leiauteConsSitNFe_v4.00.xsd, consSitCTeTiposBasico_v4.00.xsd, consSitMDFeTiposBasico_v3.00.xsd */
export function writeConsulta({ chave, ambiente }: Pergunta): Pedido {
  if (!isChaveAcesso(chave)) throw new InvalidChaveAcessoError("not an access key");
  const { modelo, cUF } = splitChaveAcesso(chave);
  const familia = familiaOfModelo(modelo);
  const { ns, versao, consSit, chave: tag } = LEIAUTES[familia];
  const payload =
    `<${consSit} xmlns="${ns}" versao="${versao}"><tpAmb>${ambiente}</tpAmb>` +
    `<xServ>CONSULTAR</xServ><${tag}>${chave}</${tag}></${consSit}>`;
  return wrapEnvelope({ familia, servico: "consultaProtocolo", payload, cUF });
}

/** Reads retConsSitNFe, retConsSitCTe or retConsSitMDFe.
 * @throws SefazOutage also when the answer is about another key or ambiente
 * @source leiauteConsSitNFe_v4.00.xsd, TRetConsSitNFe; the same of CT-e and MDF-e */
export function readConsulta(recebido: Recebido, pergunta: Pergunta): RespostaConsulta {
  const familia = familiaOfModelo(splitChaveAcesso(pergunta.chave).modelo);
  const leiaute = LEIAUTES[familia];
  const conteudo = openEnvelope(recebido, leiaute.retConsSit);
  const ret = conteudo.elemento;
  const cStat = requiredCStat(ret);
  const xMotivo = text(ret, "xMotivo") ?? "";
  const infProt = findInfProt(ret, leiaute);
  // An unknown cStat that brings the document's protocol speaks of the document.
  if (assuntoOfCStat(cStat, familia) === "servico" && !infProt) {
    return { kind: "servico", cStat, xMotivo, retryAfterMs: esperaOfCStat(cStat) };
  }
  assertSameQuestion(
    [ret, ...(infProt ? [infProt] : []), ...partesOfEvento(ret, leiaute)],
    pergunta,
    leiaute,
  );
  const protocolo = infProt && readProtocolo(infProt);
  return { kind: "documento", cStat, xMotivo, protocolo, eventos: readEventos(conteudo, leiaute) };
}

// CT-e and MDF-e call protCTe whatever holds "the protCTe of the document's own version": it may be there twice.
function findInfProt(ret: Elemento, { prot }: Leiaute): Elemento | null {
  return descendant(child(ret, prot), "infProt", 1);
}

function readProtocolo(inf: Elemento): ProtocoloSefaz {
  return {
    numero: text(inf, "nProt"),
    dataRecebimento: required(inf, "dhRecbto"),
    cStat: requiredCStat(inf),
    digVal: text(inf, "digVal"),
    alertas: readAlertas(inf),
  };
}

/** Pairs that the layout allows.   @source leiauteNFe_v4.00.xsd of PL_010e, infProt */
const ALERTAS_MAX = 5;

// The pairs are not wrapped: a code belongs to the text behind it.
function readAlertas({ filhos }: Elemento): AlertaRespondido[] {
  const alertas: AlertaRespondido[] = [];
  let codigo = "";
  for (const filho of filhos) {
    if (filho.nome === "cMsg") codigo = textOf(filho) ?? "";
    if (filho.nome !== "xMsg") continue;
    const texto = textOf(filho);
    if (texto !== null) alertas.push({ codigo, texto });
    codigo = "";
  }
  return alertas.slice(0, ALERTAS_MAX);
}
