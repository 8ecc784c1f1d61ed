import { MENSAGENS } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { parecer as textos, vereditos } from "../../textos/veredito.ts";
import { type Situacao, situacaoVeredito } from "../../ui/situacao.ts";
import { type GrupoAchados, groupAchados } from "./achados.ts";

/** The opinion on a document: its seal, what that means, and what lies behind it. */
export type Parecer = {
  selo: Situacao;
  texto: string;
  confirmada: boolean;
  /** What the repair undid; null when the file came whole. */
  reparo: { texto: string; emailHref: string | null } | null;
  grupos: GrupoAchados[];
  liberada: { texto: string; motivo: string } | null;
};

export function parecerOf(nota: Nota, zona: string): Parecer {
  return {
    selo: situacaoVeredito(nota.veredito),
    texto: vereditos[nota.veredito],
    confirmada: nota.confirmadaSefaz,
    reparo: nota.reparo === null ? null : { texto: reparoOf(nota.reparo), emailHref: partHref(nota) },
    grupos: groupAchados(nota.achados),
    liberada: liberadaOf(nota, zona),
  };
}

/** Why nobody may release a document that is in quarantine; null when an administrator may. */
export function impedimentoOf({ achados }: Pick<Nota, "achados">): string | null {
  const found = (codigo: string): boolean => achados.some((achado) => achado.codigo === codigo);
  if (found("ambiente-homologacao")) return MENSAGENS.notaDeHomologacao;
  return found("sefaz-digest-divergente") ? MENSAGENS.notaContraditaPelaSefaz : null;
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
