import { SEARCH_MIN } from "@malote/contract";
import { type Day, foldName, formatInteger, readOperators, type SearchOperatorName } from "@malote/syntax";
import type { TablerIcon } from "@tabler/icons-react";
import type { Usuario } from "../../rpc/conta/usuarios.ts";
import type { FoundSupplier, SearchResult } from "../../rpc/documents/search.ts";
import { searchTexts as texts } from "../../texts/app/search.ts";
import { operatorTexts } from "../../texts/app/search-operators.ts";
import { describeSearch, hintedOperators } from "./operator-words.ts";
import type { RecentDocument } from "./recent-documents.ts";
import { hrefOf, readChave } from "./search-results.ts";

/** What each group shows at most. */
const DOCUMENTS_MAX = 3;
const REGISTROS_MAX = 2;
const PEOPLE_MAX = 2;
const COMMANDS_MAX = 6;

/** A command of the application or of the open page. */
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

/** Number and sum of what the list holds; null while they are not known. */
export type ListTotal = { total: number; soma: string | null } | null;

/** One option of the palette; `chave` identifies it. */
export type PaletteOption = { chave: string } & (
  | { tipo: "lista"; texto: string; palavras: string; total: ListTotal }
  | { tipo: "chave"; texto: string }
  | { tipo: "recente"; texto: string }
  | { tipo: "aberto"; documento: RecentDocument }
  | { tipo: "esquecer" }
  | { tipo: "salvar"; texto: string }
  | { tipo: "achado"; achado: SearchResult; href: string }
  | { tipo: "fornecedor"; fornecedor: FoundSupplier }
  | { tipo: "pessoa"; pessoa: Usuario }
  | { tipo: "operador"; operador: SearchOperatorName }
  | { tipo: "acao"; acao: PaletteAction }
);
export type OptionGroup = { titulo: string; opcoes: PaletteOption[]; nota?: string };

/** What the palette has found and remembers. */
export type PaletteContent = {
  texto: string;
  hoje: Day;
  achados: readonly SearchResult[];
  total: ListTotal;
  fornecedores?: readonly FoundSupplier[];
  pessoas?: readonly Usuario[];
  recentes: readonly string[];
  abertos?: readonly RecentDocument[];
  acoes: readonly PaletteAction[];
};

/** Whether a text is long enough for a search (spec §2), or has an operator. */
export function isSearchable(text: string, today: Day): boolean {
  if (isCommandText(text)) return false;
  return [...text.trim()].length >= SEARCH_MIN && !isUnfinished(text, today);
}

/** An operator without its value is no search yet. */
function isUnfinished(text: string, today: Day): boolean {
  return readOperators(text, today).operators.length === 0 && /^\p{L}+:$/u.test(text.trim());
}

/** ">" leaves only the commands. */
export function isCommandText(text: string): boolean {
  return text.trimStart().startsWith(">");
}

/**
 * The options for a text, by group. For a searchable text the whole list comes first: Enter opens
 * it.
 */
export function optionGroupsOf(content: PaletteContent): OptionGroup[] {
  const text = content.texto.trim();
  if (isCommandText(text)) return actionGroups(content.acoes, text.slice(1));
  const commands = actionGroups(content.acoes, text);
  const groups = isSearchable(text, content.hoje)
    ? [
        listGroup(content, text),
        ...foundGroups(content),
        ...limited(commands),
        saveGroup(text),
        operatorGroup(text),
      ]
    : text === ""
      ? [recentGroup(content), ...commands, operatorGroup(text)]
      : [...commands, operatorGroup(text)];
  return groups.filter(({ opcoes }) => opcoes.length > 0);
}

function listGroup({ hoje, total }: PaletteContent, text: string): OptionGroup {
  const titulo = texts.grupos.lista;
  if (readChave(text) !== null) return { titulo, opcoes: [{ chave: "lista", tipo: "chave", texto: text }] };
  const palavras = describeSearch(text, hoje);
  return { titulo, opcoes: [{ chave: "lista", tipo: "lista", texto: text, palavras, total }] };
}

/** A search for one document is no view. */
function saveGroup(text: string): OptionGroup {
  const opcoes: PaletteOption[] =
    readChave(text) === null ? [{ chave: "salvar", tipo: "salvar", texto: text }] : [];
  return { titulo: texts.grupos.lista, opcoes };
}

function foundGroups(content: PaletteContent): OptionGroup[] {
  const { achados, total, fornecedores = [], pessoas = [] } = content;
  const optionOf = (achado: SearchResult): PaletteOption => ({
    chave: `${achado.alvo}-${achado.id}`,
    tipo: "achado",
    achado,
    href: hrefOf(achado),
  });
  const notas = achados.filter(({ alvo }) => alvo === "nota").slice(0, DOCUMENTS_MAX);
  const registros = achados.filter(({ alvo }) => alvo === "auditor").slice(0, REGISTROS_MAX);
  return [
    {
      titulo: texts.grupos.notas,
      opcoes: notas.map(optionOf),
      ...(total && total.total > notas.length
        ? { nota: texts.de(notas.length, formatInteger(total.total)) }
        : {}),
    },
    {
      titulo: texts.grupos.fornecedores,
      opcoes: fornecedores.map((fornecedor) => ({
        chave: `fornecedor-${fornecedor.documento}`,
        tipo: "fornecedor",
        fornecedor,
      })),
    },
    {
      titulo: texts.grupos.pessoas,
      opcoes: pessoas.slice(0, PEOPLE_MAX).map((pessoa) => ({
        chave: `pessoa-${pessoa.id}`,
        tipo: "pessoa",
        pessoa,
      })),
    },
    { titulo: texts.grupos.auditor, opcoes: registros.map(optionOf) },
  ];
}

function recentGroup({ recentes, abertos = [] }: PaletteContent): OptionGroup {
  const opcoes: PaletteOption[] = [
    ...abertos.map(
      (documento): PaletteOption => ({
        chave: `aberto-${documento.id}`,
        tipo: "aberto",
        documento,
      }),
    ),
    ...recentes.map((text): PaletteOption => ({ chave: `recente-${text}`, tipo: "recente", texto: text })),
  ];
  if (recentes.length > 0) opcoes.push({ chave: "esquecer", tipo: "esquecer" });
  return { titulo: texts.grupos.recentes, opcoes };
}

function operatorGroup(text: string): OptionGroup {
  const opcoes = hintedOperators(text).map(
    (operador): PaletteOption => ({
      chave: `operador-${operador}`,
      tipo: "operador",
      operador,
    }),
  );
  return { titulo: operatorTexts.grupo, opcoes, nota: operatorTexts.completa };
}

/** Beside documents, the first commands that match: typing more finds the others. */
function limited(groups: readonly OptionGroup[]): OptionGroup[] {
  let room = COMMANDS_MAX;
  return groups.map((group) => {
    const opcoes = group.opcoes.slice(0, room);
    room -= opcoes.length;
    return { ...group, opcoes };
  });
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
