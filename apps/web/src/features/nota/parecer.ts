import { formatDataHora } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { parecer as textos, vereditos } from "../../textos/veredito.ts";
import {
  CONFIRMADA,
  isAutorizadaNaSefaz,
  isDesconhecida,
  isLiberada,
  isRefutada,
  type Situacao,
  situacaoSefaz,
  situacaoSelo,
} from "../../ui/situacao.ts";
import { type GrupoAchados, groupAchados } from "./achados.ts";

/** The assessment of a document: badges, their meaning, and the findings behind them. */
export type Parecer = {
  selos: Situacao[];
  texto: string;
  /** The damage that the repair undid; null for an undamaged file. */
  reparo: { texto: string; emailHref: string | null } | null;
  grupos: GrupoAchados[];
  liberada: { texto: string; motivo: string } | null;
};

export function parecerOf(nota: Nota, zona: string): Parecer {
  return {
    // The header of the card already shows the verdict of a released document.
    selos: [
      ...(isLiberada(nota) ? [] : [situacaoSelo(nota)]),
      ...(isConfirmadaAgora(nota) ? [CONFIRMADA] : []),
    ],
    texto: [sentencaOf(nota), ressalvaOf(nota) ?? "", isComprovada(nota) ? comprovacaoOf(nota) : ""]
      .filter(Boolean)
      .join(" "),
    reparo: nota.reparo === null ? null : { texto: reparoOf(nota.reparo), emailHref: partHref(nota) },
    // `reparo` already describes the repair.
    grupos: groupAchados(
      nota.achados.filter(({ codigo }) => codigo !== "reparada"),
      nota.confirmadaSefaz,
    ),
    liberada: liberadaOf(nota, zona),
  };
}

/** The meaning of the verdict, unless SEFAZ knows more about the same document. */
export function sentencaOf(nota: Nota): string {
  const { veredito } = nota;
  if (veredito === "sem-protocolo" && nota.confirmadaSefaz) return textos.semProtocoloConfirmada;
  if (!isDesconhecida(nota)) return vereditos[veredito];
  if (veredito === "autentica") return textos.autenticaDesconhecida;
  return veredito === "integra" ? textos.integraDesconhecida : vereditos[veredito];
}

/** A warning if SEFAZ authorized the chave but the file cannot be trusted; null otherwise. */
export function ressalvaOf(nota: Nota): string | null {
  if (!isAutorizadaNaSefaz(nota) || nota.confirmadaSefaz || !isRefutada(nota)) return null;
  const other = nota.sefazDigVal !== null && nota.sefazDigVal !== nota.digVal;
  return other || nota.veredito === "assinatura-invalida" ? textos.naoEOAutorizado : textos.soAChave;
}

/** SEFAZ's answer in one sentence that claims no more than the answer. */
export function respostaOf(nota: Nota): string {
  if (isDesconhecida(nota)) return textos.respostaDesconhecida;
  return ressalvaOf(nota) ?? textos.resposta(situacaoSefaz(nota, true).palavra);
}

/** Whether SEFAZ confirmed the content and its current status does not contradict that. */
function isConfirmadaAgora(nota: Nota): boolean {
  return nota.confirmadaSefaz && (nota.sefazStatus === null || isAutorizadaNaSefaz(nota) || !nota.divergente);
}

/** Sentence about the confirmation: a confirmed document may have been cancelled since. */
function comprovacaoOf(nota: Nota): string {
  return isConfirmadaAgora(nota) ? textos.confirmada : textos.confirmadaAntes;
}

/** Whether SEFAZ confirmed the content and the sentence of the verdict does not mention it. */
function isComprovada({ veredito, confirmadaSefaz }: Nota): boolean {
  return confirmadaSefaz && veredito !== "sem-protocolo";
}

function reparoOf(nomes: readonly string[]): string {
  const danos = nomes.map(textos.dano);
  const last = danos.at(-1) ?? textos.dano("");
  const head = danos.slice(0, -1).join(", ");
  return textos.reparada(head === "" ? last : `${head}${textos.e}${last}`);
}

/** Link to the e-mail part with the file as received; null if it was only imported. */
function partHref({ origens }: Nota): string | null {
  const recebidas = origens.filter(({ importado }) => !importado);
  const origem = recebidas.find(({ destino }) => destino === "nota") ?? recebidas[0];
  return origem ? `/email/${origem.emailId}?parte=${origem.anexoId}` : null;
}

function liberadaOf(nota: Nota, zona: string): Parecer["liberada"] {
  const { quarentenaLiberadaEm: em, quarentenaLiberadaPor: por, quarentenaMotivo: motivo } = nota;
  if (em === null) return null;
  return { texto: textos.liberada(por ?? textos.alguem, formatDataHora(em, zona)), motivo: motivo ?? "" };
}
