import { isCnpj, isCpf, UFS } from "@malote/syntax";
import { NFE_NAMESPACE } from "../../papelaria/write-xml.ts";
import type { Atendimento } from "../atendimento.ts";
import { hasChaveShape, judgeChave } from "../consulta/chave.ts";
import { raizOf } from "../distribuicao/responder.ts";
import type { CStat } from "../motivos.ts";
import {
  CIENCIA,
  type EventoRegistrado,
  isManifestacao,
  type NotaRegistrada,
  situacaoOf,
} from "../registro.ts";
import { type EventoLido, idOf, type LayoutEvento } from "./evento-lido.ts";
import type { Decisao } from "./registro-evento.ts";

/**
 * Manifestação do destinatário, with the rules of the Ambiente Nacional.
 * @source NT 2020.001 v1.60
 */

export const LAYOUT_NFE: LayoutEvento = {
  namespace: NFE_NAMESPACE,
  raiz: "evento",
  versao: "1.00",
  campoChave: "chNFe",
  atributoVersao: "versao",
  verEvento: true,
  digitosSequencia: 2,
};

type Tipo = { descricao: string; sequenciaMax: number; prazo: Prazo; justificada: boolean };
/** `dias` from the authorization; `diasAntes` for authorizations before the term was shortened. */
type Prazo = { dias: number; diasAntes: number };

/** For authorizations from this instant on, a conclusive event has 90 days. */
const NT_V160 = Date.parse("2026-06-01T00:00:00-03:00");
const CONCLUSIVA = { sequenciaMax: 2, prazo: { dias: 90, diasAntes: 180 }, justificada: false };

const TIPOS: Readonly<Record<string, Tipo>> = {
  "210200": { descricao: "Confirmacao da Operacao", ...CONCLUSIVA },
  "210210": {
    descricao: "Ciencia da Operacao",
    sequenciaMax: 1,
    prazo: { dias: 10, diasAntes: 10 },
    justificada: false,
  },
  "210220": { descricao: "Desconhecimento da Operacao", ...CONCLUSIVA },
  "210240": { descricao: "Operacao nao Realizada", ...CONCLUSIVA, justificada: true },
};

const AMBIENTE_NACIONAL = "91";
const TODAS = UFS.map((row) => row.sigla);
const JUSTIFICATIVA = { min: 15, max: 255 };
const DAY_MS = 86_400_000;
/** Accepted advance of the author's clock. */
const TOLERANCIA_MS = 5 * 60_000;
const REGISTRADO: Decisao = { cStat: "135" };

export function descricaoOf(tpEvento: string): string {
  return TIPOS[tpEvento]?.descricao ?? "";
}

/** Checks one event: its format, its author and signature, then the state of the nota. */
export async function judgeManifestacao(atendimento: Atendimento, evento: EventoLido): Promise<Decisao> {
  const tipo = TIPOS[evento.tpEvento];
  const fault = judgeForma(atendimento, evento, tipo);
  if (fault || !tipo) return { cStat: fault ?? "491" };
  const { cStat, conferida, titular } = await atendimento.conferente(evento, atendimento.agora);
  if (cStat) return { cStat };
  if (raizOf(titular ?? "") !== raizOf(evento.autor)) return { cStat: "213" };
  if (raizOf(atendimento.transmissor ?? "") !== raizOf(evento.autor)) return { cStat: "593" };
  const decisao = judgeConteudo(evento, tipo) ?? judgeVida(atendimento, evento, tipo);
  const aviso = conferida ? "" : " (assinatura não conferida: falta o xmlsec1)";
  return { ...decisao, complemento: `${decisao.complemento ?? ""}${aviso}` };
}

function judgeForma({ porta, agora }: Atendimento, evento: EventoLido, tipo: Tipo | undefined): CStat | null {
  if (evento.cOrgao !== AMBIENTE_NACIONAL || porta?.autorizador !== "AN") return "657";
  if (!tipo) return "491";
  if (evento.verEvento !== LAYOUT_NFE.versao) return "492";
  if (evento.autor.length === 11 ? !isCpf(evento.autor) : !isCnpj(evento.autor))
    return evento.autor.length === 11 ? "490" : "489";
  if (!hasChaveShape(evento.chave)) return "215";
  if (evento.id !== idOf(evento, LAYOUT_NFE)) return "572";
  return judgeChave(evento.chave, { porta: { modelo: "55", ufs: TODAS }, agora });
}

function judgeConteudo({ det }: EventoLido, tipo: Tipo): Decisao | null {
  const [descricao, justificativa, ...others] = det.filhos;
  if (det.atributos.versao !== LAYOUT_NFE.versao || others.length > 0) return { cStat: "493" };
  if (descricao?.nome !== "descEvento" || descricao.texto !== tipo.descricao) return { cStat: "493" };
  if (!tipo.justificada) return justificativa ? { cStat: "493" } : null;
  if (!justificativa) return { cStat: "595" };
  const { length } = [...justificativa.texto];
  const fits = justificativa.nome === "xJust" && length >= JUSTIFICATIVA.min && length <= JUSTIFICATIVA.max;
  return fits ? null : { cStat: "493" };
}

function judgeVida({ livro, agora }: Atendimento, evento: EventoLido, tipo: Tipo): Decisao {
  if (Number(evento.nSeqEvento) < 1) return { cStat: "493" };
  if (Number(evento.nSeqEvento) > tipo.sequenciaMax) return { cStat: "594" };
  const before = livro.eventos(evento.chave).filter(({ tpEvento }) => isManifestacao(tpEvento));
  const same = before.find((other) => isSame(other, evento));
  if (same) return { cStat: "573", complemento: same.protocolo ? ` [nProt:${same.protocolo}]` : "" };
  if (livro.findParecida(evento.chave) && !livro.find(evento.chave)) return { cStat: "613" };
  const nota = livro.find(evento.chave);
  if (!nota || nota.protocolo.ambiente !== evento.tpAmb) return { cStat: "136" };
  return (
    judgeDatas(nota, evento, agora) ?? judgeSituacao(nota, { evento, before, tipo }, agora) ?? REGISTRADO
  );
}

function isSame(other: EventoRegistrado, evento: EventoLido): boolean {
  return other.tpEvento === evento.tpEvento && Number(other.nSeqEvento ?? 1) === Number(evento.nSeqEvento);
}

function judgeDatas(
  { protocolo, documento }: NotaRegistrada,
  evento: EventoLido,
  agora: Date,
): Decisao | null {
  const destinatario = documento?.parte;
  if (destinatario && raizOf(destinatario) !== raizOf(evento.autor)) return { cStat: "575" };
  const instant = Date.parse(evento.dhEvento);
  if (documento && instant < Date.parse(documento.emissao)) return { cStat: "577" };
  if (instant > agora.getTime() + TOLERANCIA_MS) return { cStat: "578" };
  return instant < Date.parse(protocolo.dataRecebimento) ? { cStat: "579" } : null;
}

type Caso = { evento: EventoLido; before: readonly EventoRegistrado[]; tipo: Tipo };

function judgeSituacao(nota: NotaRegistrada, { evento, before, tipo }: Caso, agora: Date): Decisao | null {
  if (situacaoOf(nota, agora) === "cancelada") {
    if (evento.tpEvento === CIENCIA) return { cStat: "650" };
    return { cStat: evento.tpEvento === "210220" ? "651" : "580" };
  }
  if (evento.tpEvento === CIENCIA && before.some(({ tpEvento }) => tpEvento !== CIENCIA))
    return { cStat: "655" };
  const autorizada = Date.parse(nota.protocolo.dataRecebimento);
  const dias = autorizada < NT_V160 ? tipo.prazo.diasAntes : tipo.prazo.dias;
  const late = agora.getTime() - autorizada > dias * DAY_MS;
  return late ? { cStat: "596", complemento: " [prazo vigente]" } : null;
}
