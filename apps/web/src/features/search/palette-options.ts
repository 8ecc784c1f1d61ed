import { SEARCH_MIN } from "@malote/contract";
import { foldName } from "@malote/syntax";
import type { TablerIcon } from "@tabler/icons-react";
import type { SearchResult } from "../../rpc/documents/search.ts";
import { searchTexts as texts } from "../../texts/app/search.ts";
import { hrefOf, readChave } from "./search-results.ts";

const RESULTS_MAX_OF_AUDITOR = 5;

/** A command that is available on every page. */
export type PaletteAction = {
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
export type PaletteOption = { chave: string } & (
  | { tipo: "lista"; texto: string }
  | { tipo: "chave"; texto: string }
  | { tipo: "recente"; texto: string }
  | { tipo: "esquecer" }
  | { tipo: "achado"; achado: SearchResult; href: string }
  | { tipo: "acao"; acao: PaletteAction }
);
export type OptionGroup = { titulo: string; opcoes: PaletteOption[] };

/** Whether a text is long enough for a search (spec §2). */
export function isSearchable(text: string): boolean {
  return [...text.trim()].length >= SEARCH_MIN;
}

/**
 * The options for a text, by group. For a searchable text the whole list comes first: Enter opens
 * it.
 */
export function optionGroupsOf(request: {
  texto: string;
  achados: readonly SearchResult[];
  recentes: readonly string[];
  acoes: readonly PaletteAction[];
}): OptionGroup[] {
  const { achados, recentes, acoes } = request;
  const text = request.texto.trim();
  const groups = isSearchable(text)
    ? [listGroup(text), ...resultGroups(achados)]
    : text === ""
      ? [recentGroup(recentes)]
      : [];
  return [...groups, ...actionGroups(acoes, text)].filter(({ opcoes }) => opcoes.length > 0);
}

function listGroup(text: string): OptionGroup {
  const tipo = readChave(text) === null ? "lista" : "chave";
  return { titulo: texts.grupos.lista, opcoes: [{ chave: "lista", tipo, texto: text }] };
}

function resultGroups(achados: readonly SearchResult[]): OptionGroup[] {
  const optionOf = (achado: SearchResult): PaletteOption => ({
    chave: `${achado.alvo}-${achado.id}`,
    tipo: "achado",
    achado,
    href: hrefOf(achado),
  });
  const notas = achados.filter(({ alvo }) => alvo === "nota");
  const registros = achados.filter(({ alvo }) => alvo === "auditor").slice(0, RESULTS_MAX_OF_AUDITOR);
  return [
    { titulo: texts.grupos.notas, opcoes: notas.map(optionOf) },
    { titulo: texts.grupos.auditor, opcoes: registros.map(optionOf) },
  ];
}

function recentGroup(recentes: readonly string[]): OptionGroup {
  const opcoes: PaletteOption[] = recentes.map((text) => ({
    chave: `recente-${text}`,
    tipo: "recente",
    texto: text,
  }));
  if (opcoes.length > 0) opcoes.push({ chave: "esquecer", tipo: "esquecer" });
  return { titulo: texts.grupos.recentes, opcoes };
}

function actionGroups(acoes: readonly PaletteAction[], text: string): OptionGroup[] {
  const words = foldName(text)
    .split(" ")
    .filter((word) => word !== "");
  const meant = acoes.filter(({ grupo, nome, palavras = "" }) => {
    const all = foldName(`${grupo} ${nome} ${palavras}`);
    return words.every((word) => all.includes(word));
  });
  const titles = [...new Set(meant.map(({ grupo }) => grupo))];
  return titles.map((title) => ({
    titulo: title,
    opcoes: meant
      .filter(({ grupo }) => grupo === title)
      .map((action): PaletteOption => ({ chave: `acao-${action.id}`, tipo: "acao", acao: action })),
  }));
}
