import { BUSCA_MIN } from "@malote/contract";
import { foldNome } from "@malote/syntax";
import type { TablerIcon } from "@tabler/icons-react";
import type { Achado } from "../../rpc/busca.ts";
import { busca as textos } from "../../textos/busca.ts";
import { hrefOf, readChave } from "./achados.ts";

const REGISTROS_MAX = 5;

/** A command that is available on every page. */
export type Acao = {
  id: string;
  grupo: string;
  nome: string;
  /** Synonyms that the search also matches. */
  palavras?: string;
  icone: TablerIcon;
  teclas?: readonly string[];
  run: () => void;
};

/** One option of the palette; `chave` identifies it. */
export type Opcao = { chave: string } & (
  | { tipo: "lista"; texto: string }
  | { tipo: "chave"; texto: string }
  | { tipo: "recente"; texto: string }
  | { tipo: "esquecer" }
  | { tipo: "achado"; achado: Achado; href: string }
  | { tipo: "acao"; acao: Acao }
);
export type Grupo = { titulo: string; opcoes: Opcao[] };

/** Whether a text is long enough for a search (spec §2). */
export function isBuscavel(texto: string): boolean {
  return [...texto.trim()].length >= BUSCA_MIN;
}

/**
 * The options for a text, by group. For a searchable text the whole list comes first: Enter opens
 * it.
 */
export function gruposOf(pedido: {
  texto: string;
  achados: readonly Achado[];
  recentes: readonly string[];
  acoes: readonly Acao[];
}): Grupo[] {
  const { achados, recentes, acoes } = pedido;
  const texto = pedido.texto.trim();
  const grupos = isBuscavel(texto)
    ? [listaOf(texto), ...achadosOf(achados)]
    : texto === ""
      ? [recentesOf(recentes)]
      : [];
  return [...grupos, ...acoesOf(acoes, texto)].filter(({ opcoes }) => opcoes.length > 0);
}

function listaOf(texto: string): Grupo {
  const tipo = readChave(texto) === null ? "lista" : "chave";
  return { titulo: textos.grupos.lista, opcoes: [{ chave: "lista", tipo, texto }] };
}

function achadosOf(achados: readonly Achado[]): Grupo[] {
  const opcaoOf = (achado: Achado): Opcao => ({
    chave: `${achado.alvo}-${achado.id}`,
    tipo: "achado",
    achado,
    href: hrefOf(achado),
  });
  const notas = achados.filter(({ alvo }) => alvo === "nota");
  const registros = achados.filter(({ alvo }) => alvo === "auditor").slice(0, REGISTROS_MAX);
  return [
    { titulo: textos.grupos.notas, opcoes: notas.map(opcaoOf) },
    { titulo: textos.grupos.auditor, opcoes: registros.map(opcaoOf) },
  ];
}

function recentesOf(recentes: readonly string[]): Grupo {
  const opcoes: Opcao[] = recentes.map((texto) => ({ chave: `recente-${texto}`, tipo: "recente", texto }));
  if (opcoes.length > 0) opcoes.push({ chave: "esquecer", tipo: "esquecer" });
  return { titulo: textos.grupos.recentes, opcoes };
}

function acoesOf(acoes: readonly Acao[], texto: string): Grupo[] {
  const words = foldNome(texto)
    .split(" ")
    .filter((word) => word !== "");
  const meant = acoes.filter(({ grupo, nome, palavras = "" }) => {
    const all = foldNome(`${grupo} ${nome} ${palavras}`);
    return words.every((word) => all.includes(word));
  });
  const titulos = [...new Set(meant.map(({ grupo }) => grupo))];
  return titulos.map((titulo) => ({
    titulo,
    opcoes: meant
      .filter(({ grupo }) => grupo === titulo)
      .map((acao): Opcao => ({ chave: `acao-${acao.id}`, tipo: "acao", acao })),
  }));
}
