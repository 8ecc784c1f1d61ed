import { ufOfCodigo } from "@malote/syntax";
import { CTE, type Familia, MDFE, NFE } from "../../papelaria/familia.ts";
import { writeProt } from "../../papelaria/protocolo.ts";
import { element, leaf } from "../../papelaria/write-xml.ts";
import { type Atendido, type Atendimento, quemPergunta } from "../atendimento.ts";
import { DIAS_CONSULTA } from "../consumo/regras.ts";
import {
  codigoDaPorta,
  dataHoraOf,
  type Forma,
  findFormFault,
  isAmbiente,
  readCampos,
  writeCabecalho,
} from "../mensagem.ts";
import type { CStat } from "../motivos.ts";
import { eventosOf, type NotaRegistrada, situacaoOf } from "../registro.ts";
import type { Servico } from "../servicos.ts";
import { findCabecalhoFault } from "./cabecalho.ts";
import { hasChaveShape, judgeChave, monthsSince } from "./chave.ts";

type CampoChave = "chNFe" | "chCTe" | "chMDFe";

/** Request and response of a document query in one family. */
type FamiliaConsulta = {
  familia: Familia;
  modelo: string;
  forma: Forma<"tpAmb" | "xServ" | CampoChave>;
  chave: CampoChave;
  ret: string;
  /** The NF-e response repeats the key and has a time. */
  repete: boolean;
  excesso: CStat;
};

function familiaConsulta(
  familia: Familia,
  o: { modelo: string; sigla: "NFe" | "CTe" | "MDFe"; excesso: CStat },
): FamiliaConsulta {
  const chave: CampoChave = `ch${o.sigla}`;
  const { namespace, versao } = familia;
  const forma = { raiz: `consSit${o.sigla}`, namespace, versao, campos: ["tpAmb", "xServ", chave] as const };
  return { familia, forma, chave, ret: `retConsSit${o.sigla}`, repete: o.sigla === "NFe", ...o };
}

const FAMILIAS: Partial<Record<Servico, FamiliaConsulta>> = {
  NFeConsultaProtocolo4: familiaConsulta(NFE, { modelo: "55", sigla: "NFe", excesso: "656" }),
  CTeConsultaV4: familiaConsulta(CTE, { modelo: "57", sigla: "CTe", excesso: "678" }),
  MDFeConsulta: familiaConsulta(MDFE, { modelo: "58", sigla: "MDFe", excesso: "678" }),
};

const MESES_CONSULTA = 6;
const DAY_MS = 86_400_000;
const SITUACOES: Readonly<Record<ReturnType<typeof situacaoOf>, CStat>> = {
  autorizada: "100",
  cancelada: "101",
  encerrada: "132",
};
/** An authorization with alerts, as in the protocol itself.   @source NT 2026.002 */
const COM_ALERTA: CStat = "120";
const CONHECIDAS: readonly CStat[] = [...Object.values(SITUACOES), COM_ALERTA];

/** Returns the state of a document of any family. */
export function answerConsulta(atendimento: Atendimento): Atendido {
  const layout = FAMILIAS[atendimento.pedido.servico];
  if (!layout) throw new RangeError(`${atendimento.pedido.servico} does not query a document`);
  const { familia } = layout;
  const campos = readCampos(atendimento.pedido.dadosMsg, layout.forma);
  const asked = campos?.[layout.chave] ?? "";
  const cStat =
    findFormFault(atendimento) ?? findCabecalhoFault(atendimento) ?? judge(atendimento, layout, campos);
  const chave = hasChaveShape(asked) ? asked : null;
  const cUF = chave && ufOfCodigo(chave.slice(0, 2)) ? chave.slice(0, 2) : codigoDaPorta(atendimento);
  const known = CONHECIDAS.includes(cStat) ? atendimento.livro.find(asked) : undefined;
  const modelo = atendimento.porta?.modelo ?? layout.modelo;
  const xml = element(
    `${layout.ret} versao="${familia.versao}" xmlns="${familia.namespace}"`,
    writeCabecalho({ cStat, modelo, tpAmb: campos?.tpAmb }),
    leaf("cUF", cUF),
    layout.repete ? leaf("dhRecbto", dataHoraOf(atendimento.agora, cUF)) : "",
    layout.repete && chave ? leaf(layout.chave, chave) : "",
    known ? writeSituacao(known, familia, atendimento.agora) : "",
  );
  return { cStat, xml };
}

function judge(
  atendimento: Atendimento,
  layout: FamiliaConsulta,
  campos: Record<"tpAmb" | "xServ" | CampoChave, string> | null,
): CStat {
  const { agora, consumo, livro, porta } = atendimento;
  const quem = quemPergunta(atendimento);
  if (consumo.isBlocked(quem, agora)) {
    consumo.countIndevido("bloqueado");
    return layout.excesso;
  }
  const chave = campos?.[layout.chave] ?? "";
  if (!campos || !isAmbiente(campos.tpAmb) || campos.xServ !== "CONSULTAR" || !hasChaveShape(chave))
    return "215";
  if (consumo.countConsulta(quem, chave, agora)) {
    consumo.countIndevido("mesmaChave");
    consumo.block(quem, agora, "mesmaChave");
    return layout.excesso;
  }
  const fault = judgeChave(chave, { porta: porta ?? portaOf(layout), agora });
  if (fault && !(fault === "226" && isForSvrs(chave, porta))) return fault;
  const known = knownAt(porta, livro.find(chave));
  if (isTooOld(chave, known, agora)) {
    consumo.countIndevido("chaveVelha");
    return "526";
  }
  if (!known) return livro.findParecida(chave) && !livro.find(chave) ? "613" : "217";
  if (known.protocolo.ambiente !== campos.tpAmb) return "217";
  const situacao = situacaoOf(known, agora);
  return situacao === "autorizada" && known.protocolo.cStat === COM_ALERTA ? COM_ALERTA : SITUACOES[situacao];
}

/** First AAMM of keys of notas without the issuer's IE.   @source NT 2026.007 */
const SEM_IE_DESDE = "2611";
const SVRS = "SVRS";

/** SVRS accepts queries for an NF-e of any UF, since its issuer may have no IE. */
function isForSvrs(chave: string, porta: Atendimento["porta"]): boolean {
  return porta?.autorizador === SVRS && porta.modelo === "55" && chave.slice(2, 6) >= SEM_IE_DESDE;
}

/** Only SVRS knows a nota without the issuer's IE. */
function knownAt(porta: Atendimento["porta"], nota: NotaRegistrada | undefined): NotaRegistrada | undefined {
  const isElsewhere = nota?.documento?.semIe === true && porta !== null && porta.autorizador !== SVRS;
  return isElsewhere ? undefined : nota;
}

/** A State's own address names no model: only the service decides about the key. */
function portaOf({ modelo }: FamiliaConsulta): null | { modelo: string; ufs: [] } {
  return modelo === "55" ? null : { modelo, ufs: [] };
}

/** Older than 180 days; for an unknown key only its month is known. */
function isTooOld(chave: string, known: NotaRegistrada | undefined, agora: Date): boolean {
  if (monthsSince(chave, agora) > MESES_CONSULTA) return true;
  const emissao = known?.documento?.emissao ?? known?.protocolo.dataRecebimento;
  return emissao !== undefined && agora.getTime() - Date.parse(emissao) > DIAS_CONSULTA * DAY_MS;
}

function writeSituacao(nota: NotaRegistrada, familia: Familia, agora: Date): string {
  return (
    writeProt(familia, nota.protocolo) +
    eventosOf(nota, agora)
      .map((evento) => evento.procEventoXml)
      .join("")
  );
}
