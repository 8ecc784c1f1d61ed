import { element, leaf } from "../../papelaria/write-xml.ts";
import { type Atendido, type Atendimento, quemPergunta } from "../atendimento.ts";
import { codigoDaPorta, dataHoraOf, findFormFault, isAmbiente, writeCabecalho } from "../mensagem.ts";
import type { CStat } from "../motivos.ts";
import { type EventoLido, readEvento } from "./evento-lido.ts";
import { descricaoOf, judgeManifestacao, LAYOUT_NFE } from "./manifestacao.ts";
import { isDaReforma, judgeReforma, ORGAO_REFORMA } from "./reforma.ts";
import { type Decisao, numberRegistro, writeProcEvento, writeRetEvento } from "./registro-evento.ts";

const LOTE_MAX = 20;
const ID_LOTE = /^[0-9]{1,15}$/;
const AMBIENTE_NACIONAL = "91";
const REGISTRADOS: readonly CStat[] = ["135", "136"];

type Lote = { idLote: string; eventos: EventoLido[] };

/** Serves NFeRecepcaoEvento4: each event of the lote is checked separately. */
export async function answerLote(atendimento: Atendimento): Promise<Atendido> {
  const lote = readLote(atendimento);
  const fault = findFormFault(atendimento) ?? findUso(atendimento) ?? (lote ? null : "215");
  const cStat = fault ?? "128";
  const cOrgao = orgaoOf(atendimento);
  const respostas: string[] = [];
  // Sequential: of two equal events, the second must find the first one registered.
  for (const evento of fault ? [] : (lote?.eventos ?? []))
    respostas.push(await answerEvento(atendimento, evento));
  const xml = element(
    `retEnvEvento versao="${LAYOUT_NFE.versao}" xmlns="${LAYOUT_NFE.namespace}"`,
    leaf("idLote", lote?.idLote ?? "0"),
    writeCabecalho({ cStat, modelo: "55", tpAmb: lote?.eventos[0]?.tpAmb, cOrgao }),
    ...respostas,
  );
  return { cStat, xml };
}

/** Refuses the whole lote of a blocked caller. */
export function findUso(atendimento: Atendimento): CStat | null {
  const { consumo, agora } = atendimento;
  if (!consumo.isBlocked(quemPergunta(atendimento), agora)) return null;
  consumo.countIndevido("bloqueado");
  return atendimento.pedido.servico === "CTeRecepcaoEventoV4" ? "678" : "656";
}

/** Counts a refusal; the same event refused too often blocks its sender. */
export function countRejeicao(atendimento: Atendimento, { chave, tpEvento, nSeqEvento }: EventoLido): void {
  const { consumo, agora } = atendimento;
  if (!consumo.countRejeicao(`${chave} ${tpEvento} ${Number(nSeqEvento)}`)) return;
  consumo.countIndevido("eventoRejeitado");
  consumo.block(quemPergunta(atendimento), agora, "eventoRejeitado");
}

function readLote({ pedido }: Atendimento): Lote | null {
  const [message] = pedido.dadosMsg.filhos;
  if (message?.nome !== "envEvento" || message.namespace !== LAYOUT_NFE.namespace) return null;
  const [idLote, ...elementos] = message.filhos;
  if (message.atributos.versao !== LAYOUT_NFE.versao || idLote?.nome !== "idLote") return null;
  if (!ID_LOTE.test(idLote.texto) || elementos.length === 0 || elementos.length > LOTE_MAX) return null;
  const eventos = elementos.flatMap((elemento) => readEvento(elemento, LAYOUT_NFE, pedido.texto) ?? []);
  const whole = eventos.length === elementos.length && eventos.every(({ tpAmb }) => isAmbiente(tpAmb));
  return whole ? { idLote: idLote.texto, eventos } : null;
}

function orgaoOf(atendimento: Atendimento): string {
  return atendimento.porta?.autorizador === "AN" ? AMBIENTE_NACIONAL : codigoDaPorta(atendimento);
}

async function answerEvento(atendimento: Atendimento, evento: EventoLido): Promise<string> {
  const { agora, livro } = atendimento;
  const daReforma = isDaReforma(evento);
  const cOrgao = daReforma ? ORGAO_REFORMA : orgaoOf(atendimento);
  const judge = daReforma ? judgeReforma : judgeManifestacao;
  const decisao: Decisao = await judge(atendimento, evento);
  const quadro = {
    layout: LAYOUT_NFE,
    modelo: "55",
    ret: "retEvento",
    cOrgao,
    xEvento: daReforma ? (evento.det.filhos[0]?.texto ?? "") : descricaoOf(evento.tpEvento),
    dataHora: dataHoraOf(agora, codigoDaPorta(atendimento)),
  };
  if (!REGISTRADOS.includes(decisao.cStat)) {
    countRejeicao(atendimento, evento);
    return writeRetEvento(evento, decisao, { ...quadro, namespaced: false });
  }
  const registrado = { ...decisao, protocolo: numberRegistro(cOrgao, agora, livro.nextSequencia()) };
  const retXml = writeRetEvento(evento, registrado, { ...quadro, namespaced: true });
  livro.enterEvento(evento.chave, {
    tpEvento: evento.tpEvento,
    nSeqEvento: evento.nSeqEvento,
    autor: evento.autor,
    protocolo: registrado.protocolo,
    aPartirDe: agora.toISOString(),
    procEventoXml: writeProcEvento("procEventoNFe", evento, { layout: LAYOUT_NFE, retXml }),
  });
  return writeRetEvento(evento, registrado, { ...quadro, namespaced: false });
}
