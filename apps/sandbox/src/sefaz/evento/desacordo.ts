import { UFS } from "@malote/syntax";
import { codigoOfUf } from "../../papelaria/chave.ts";
import { CTE_NAMESPACE } from "../../papelaria/familia.ts";
import type { Atendido, Atendimento } from "../atendimento.ts";
import { hasChaveShape, judgeChave } from "../consulta/chave.ts";
import { raizOf } from "../distribuicao/responder.ts";
import { codigoDaPorta, dataHoraOf, findFormFault, isAmbiente } from "../mensagem.ts";
import type { CStat } from "../motivos.ts";
import { type NotaRegistrada, situacaoOf } from "../registro.ts";
import { isValidoNoEsquema } from "./esquemas.ts";
import { type EventoLido, idOf, type LayoutEvento, readEvento } from "./evento-lido.ts";
import { countRejeicao, findUso } from "./lote.ts";
import { type Decisao, numberRegistro, writeProcEvento, writeRetEvento } from "./registro-evento.ts";

/**
 * The tomador's desacordo about a CT-e, and its withdrawal.
 * @source MOC CT-e 4.00, eventos 610110 and 610111
 */

export const LAYOUT_CTE: LayoutEvento = {
  namespace: CTE_NAMESPACE,
  raiz: "eventoCTe",
  versao: "4.00",
  campoChave: "chCTe",
  atributoVersao: "versaoEvento",
  verEvento: false,
  digitosSequencia: 3,
};

const DESACORDO = "610110";
const DESISTENCIA = "610111";
const DESCRICOES: Readonly<Record<string, RegExp>> = {
  [DESACORDO]: /^Presta[çc][ãa]o do Servi[çc]o em Desacordo$/,
  [DESISTENCIA]: /^Cancelamento Presta[çc][ãa]o do Servi[çc]o em Desacordo$/,
};
const OBSERVACAO = { min: 15, max: 255 };
const PRAZO_DIAS = 45;
const DAY_MS = 86_400_000;
const TOLERANCIA_MS = 5 * 60_000;
const SEQUENCIA_MAX = 99;
const TODAS = UFS.map((row) => row.sigla);

/** Serves CTeRecepcaoEventoV4, which accepts one event per request. */
export async function answerEventoCte(atendimento: Atendimento): Promise<Atendido> {
  const { pedido, agora, livro } = atendimento;
  const [message] = pedido.dadosMsg.filhos;
  const evento = message ? readEvento(message, LAYOUT_CTE, pedido.texto) : null;
  const fault = findFormFault(atendimento) ?? findUso(atendimento) ?? (evento ? null : "215");
  const cOrgao = codigoDaPorta(atendimento);
  const decisao: Decisao = fault || !evento ? { cStat: fault ?? "215" } : await judge(atendimento, evento);
  const { cStat } = decisao;
  const quadro = {
    layout: LAYOUT_CTE,
    modelo: "57",
    ret: "retEventoCTe",
    cOrgao,
    xEvento: evento?.det.filhos[0]?.filhos[0]?.texto ?? "",
    dataHora: dataHoraOf(agora, cOrgao),
    namespaced: true,
  };
  if (!evento || cStat !== "135") {
    if (evento && !fault) countRejeicao(atendimento, evento);
    return { cStat, xml: writeRetEvento(evento ?? SEM_EVENTO, decisao, quadro) };
  }
  const registrado = { ...decisao, protocolo: numberRegistro(cOrgao, agora, livro.nextSequencia()) };
  const xml = writeRetEvento(evento, registrado, quadro);
  livro.enterEvento(evento.chave, {
    tpEvento: evento.tpEvento,
    nSeqEvento: evento.nSeqEvento,
    autor: evento.autor,
    protocolo: registrado.protocolo,
    aPartirDe: agora.toISOString(),
    procEventoXml: writeProcEvento("procEventoCTe", evento, { layout: LAYOUT_CTE, retXml: xml }),
  });
  return { cStat, xml };
}

/** The subject of a response to an unreadable message. */
const SEM_EVENTO = { tpAmb: "1", chave: "", tpEvento: "", nSeqEvento: "", autor: "" } as EventoLido;

async function judge(atendimento: Atendimento, evento: EventoLido): Promise<Decisao> {
  const fault = judgeForma(atendimento, evento);
  if (fault) return { cStat: fault };
  const { cStat, conferida, titular } = await atendimento.conferente(evento, atendimento.agora);
  if (cStat) return { cStat };
  if (raizOf(titular ?? "") !== raizOf(evento.autor)) return { cStat: "213" };
  if (raizOf(atendimento.transmissor ?? "") !== raizOf(evento.autor)) return { cStat: "593" };
  const complemento = conferida ? "" : " (assinatura não conferida: falta o xmlsec1)";
  return { cStat: judgeVida(atendimento, evento) ?? "135", complemento };
}

function judgeForma({ porta, agora }: Atendimento, evento: EventoLido): CStat | null {
  if (!isAmbiente(evento.tpAmb) || !hasChaveShape(evento.chave)) return "215";
  const uf = UFS.find((row) => row.codigo === evento.cOrgao)?.sigla;
  if (!uf || (porta && !porta.ufs.includes(uf)) || !evento.chave.startsWith(codigoOfUf(uf))) return "657";
  const descricao = DESCRICOES[evento.tpEvento];
  if (!descricao) return "491";
  if (evento.id !== idOf(evento, LAYOUT_CTE)) return "572";
  const fault = judgeChave(evento.chave, { porta: porta ?? { modelo: "57", ufs: TODAS }, agora });
  if (fault) return fault;
  return isDetalhe(evento, descricao) && isValidoNoEsquema(evento, "cte") !== false ? null : "493";
}

function isDetalhe({ det, tpEvento }: EventoLido, descricao: RegExp): boolean {
  const [raiz, ...others] = det.filhos;
  const [first, ...rest] = raiz?.filhos ?? [];
  if (others.length > 0 || det.atributos.versaoEvento !== LAYOUT_CTE.versao) return false;
  if (first?.nome !== "descEvento" || !descricao.test(first.texto)) return false;
  const named = rest.map(({ nome }) => nome).join(" ");
  if (tpEvento === DESISTENCIA)
    return (
      raiz?.nome === "evCancPrestDesacordo" &&
      named === "nProtEvPrestDes" &&
      /^[0-9]{15}$/.test(rest[0]?.texto ?? "")
    );
  const { length } = [...(rest[1]?.texto ?? "")];
  const right =
    raiz?.nome === "evPrestDesacordo" && named === "indDesacordoOper xObs" && rest[0]?.texto === "1";
  return right && length >= OBSERVACAO.min && length <= OBSERVACAO.max;
}

function judgeVida({ livro, agora }: Atendimento, evento: EventoLido): CStat | null {
  if (Number(evento.nSeqEvento) < 1 || Number(evento.nSeqEvento) > SEQUENCIA_MAX) return "594";
  const before = livro.eventos(evento.chave);
  const same = before.some(
    ({ tpEvento, nSeqEvento }) =>
      tpEvento === evento.tpEvento && Number(nSeqEvento ?? 1) === Number(evento.nSeqEvento),
  );
  if (same) return "631";
  const nota = livro.find(evento.chave);
  if (!nota) return livro.findParecida(evento.chave) ? "613" : "217";
  return judgeNota(nota, evento, agora) ?? judgeDesistencia(evento, before);
}

function judgeNota(nota: NotaRegistrada, evento: EventoLido, agora: Date): CStat | null {
  const tomador = nota.documento?.parte;
  if (tomador && raizOf(tomador) !== raizOf(evento.autor)) return "575";
  const instant = Date.parse(evento.dhEvento);
  if (instant > agora.getTime() + TOLERANCIA_MS) return "578";
  if (instant < Date.parse(nota.protocolo.dataRecebimento)) return "579";
  if (situacaoOf(nota, agora) !== "autorizada") return "580";
  const age = agora.getTime() - Date.parse(nota.protocolo.dataRecebimento);
  return evento.tpEvento === DESACORDO && age > PRAZO_DIAS * DAY_MS ? "596" : null;
}

/** Only a registered desacordo may be withdrawn. */
function judgeDesistencia(
  { tpEvento, det }: EventoLido,
  before: readonly { tpEvento: string; protocolo?: string }[],
): CStat | null {
  if (tpEvento !== DESISTENCIA) return null;
  const asked = det.filhos[0]?.filhos[1]?.texto;
  const known = before.some((other) => other.tpEvento === DESACORDO && other.protocolo === asked);
  return known ? null : "493";
}
