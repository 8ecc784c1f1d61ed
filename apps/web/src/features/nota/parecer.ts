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

/** The opinion on a document: its seals, what they mean, and what lies behind them. */
export type Parecer = {
  selos: Situacao[];
  texto: string;
  /** What the repair undid; null when the file came whole. */
  reparo: { texto: string; emailHref: string | null } | null;
  grupos: GrupoAchados[];
  liberada: { texto: string; motivo: string } | null;
};

export function parecerOf(nota: Nota, zona: string): Parecer {
  return {
    // Of a released document the card's head says the verdict already.
    selos: [
      ...(isLiberada(nota) ? [] : [situacaoSelo(nota)]),
      ...(isConfirmadaAgora(nota) ? [CONFIRMADA] : []),
    ],
    texto: [sentencaOf(nota), ressalvaOf(nota) ?? "", isComprovada(nota) ? comprovacaoOf(nota) : ""]
      .filter(Boolean)
      .join(" "),
    reparo: nota.reparo === null ? null : { texto: reparoOf(nota.reparo), emailHref: partHref(nota) },
    // The repair is told above, in more words.
    grupos: groupAchados(
      nota.achados.filter(({ codigo }) => codigo !== "reparada"),
      nota.confirmadaSefaz,
    ),
    liberada: liberadaOf(nota, zona),
  };
}

/** What the verdict means, as far as SEFAZ has not said more about the same document. */
export function sentencaOf(nota: Nota): string {
  const { veredito } = nota;
  if (veredito === "sem-protocolo" && nota.confirmadaSefaz) return textos.semProtocoloConfirmada;
  if (!isDesconhecida(nota)) return vereditos[veredito];
  if (veredito === "autentica") return textos.autenticaDesconhecida;
  return veredito === "integra" ? textos.integraDesconhecida : vereditos[veredito];
}

/** What SEFAZ's yes to the chave is worth for a file that cannot be trusted; null when it may be taken as it is. */
export function ressalvaOf(nota: Nota): string | null {
  if (!isAutorizadaNaSefaz(nota) || nota.confirmadaSefaz || !isRefutada(nota)) return null;
  const other = nota.sefazDigVal !== null && nota.sefazDigVal !== nota.digVal;
  return other || nota.veredito === "assinatura-invalida" ? textos.naoEOAutorizado : textos.soAChave;
}

/** What SEFAZ answered, in one sentence that promises no more than it said. */
export function respostaOf(nota: Nota): string {
  if (isDesconhecida(nota)) return textos.respostaDesconhecida;
  return ressalvaOf(nota) ?? textos.resposta(situacaoSefaz(nota, true).palavra);
}

/** SEFAZ confirmed the content, and has not taken the document back since. */
function isConfirmadaAgora(nota: Nota): boolean {
  return nota.confirmadaSefaz && (nota.sefazStatus === null || isAutorizadaNaSefaz(nota) || !nota.divergente);
}

/** What its confirmation is worth today: a document may be what SEFAZ authorized and cancelled all the same. */
function comprovacaoOf(nota: Nota): string {
  return isConfirmadaAgora(nota) ? textos.confirmada : textos.confirmadaAntes;
}

/** Confirmed, and not said already. */
function isComprovada({ veredito, confirmadaSefaz }: Nota): boolean {
  return confirmadaSefaz && veredito !== "sem-protocolo";
}

function reparoOf(nomes: readonly string[]): string {
  const danos = nomes.map(textos.dano);
  const last = danos.at(-1) ?? textos.dano("");
  const head = danos.slice(0, -1).join(", ");
  return textos.reparada(head === "" ? last : `${head}${textos.e}${last}`);
}

/** The part of the e-mail that holds the file as it came; one that was imported is in no e-mail. */
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
