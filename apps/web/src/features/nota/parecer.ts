import { MENSAGENS } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { parecer as textos, vereditos } from "../../textos/veredito.ts";
import { CONFIRMADA, isRefutada, type Situacao, situacaoVeredito } from "../../ui/situacao.ts";
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
      ...(isLiberada(nota) ? [] : [situacaoVeredito(nota.veredito)]),
      ...(nota.confirmadaSefaz ? [CONFIRMADA] : []),
    ],
    texto: [vereditos[nota.veredito], nota.confirmadaSefaz ? textos.confirmada : ""]
      .filter(Boolean)
      .join(" "),
    reparo: nota.reparo === null ? null : { texto: reparoOf(nota.reparo), emailHref: partHref(nota) },
    // The repair is told above, in more words.
    grupos: groupAchados(nota.achados.filter(({ codigo }) => codigo !== "reparada")),
    liberada: liberadaOf(nota, zona),
  };
}

/** Whether a document that is refuted still stands outside quarantine, because an administrator released it. */
export function isLiberada(nota: Pick<Nota, "veredito" | "quarentena" | "quarentenaLiberadaEm">): boolean {
  return !nota.quarentena && nota.quarentenaLiberadaEm !== null && isRefutada(nota);
}

/** Why nobody may release a document that is in quarantine; null when an administrator may. */
export function impedimentoOf(nota: Pick<Nota, "achados" | "digVal" | "sefazDigVal">): string | null {
  const { digVal, sefazDigVal } = nota;
  const found = (codigo: string): boolean => nota.achados.some((achado) => achado.codigo === codigo);
  if (found("ambiente-homologacao")) return MENSAGENS.notaDeHomologacao;
  const contradita = (sefazDigVal !== null && sefazDigVal !== digVal) || found("sefaz-digest-divergente");
  return contradita ? MENSAGENS.notaContraditaPelaSefaz : null;
}

function reparoOf(nomes: readonly string[]): string {
  const danos = nomes.map(textos.dano);
  const last = danos.at(-1) ?? textos.dano("");
  const head = danos.slice(0, -1).join(", ");
  return textos.reparada(head === "" ? last : `${head}${textos.e}${last}`);
}

/** The part of the e-mail that holds the file as it came. */
function partHref({ origens }: Nota): string | null {
  const origem = origens.find(({ destino }) => destino === "nota") ?? origens[0];
  return origem ? `/email/${origem.emailId}?parte=${origem.anexoId}` : null;
}

function liberadaOf(nota: Nota, zona: string): Parecer["liberada"] {
  const { quarentenaLiberadaEm: em, quarentenaLiberadaPor: por, quarentenaMotivo: motivo } = nota;
  if (em === null) return null;
  return { texto: textos.liberada(por ?? textos.alguem, formatDataHora(em, zona)), motivo: motivo ?? "" };
}
