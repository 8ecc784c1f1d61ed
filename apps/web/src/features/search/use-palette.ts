import { dayInZone } from "@malote/syntax";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { serverNow } from "../../network/clock.ts";
import { searchQuery } from "../../rpc/documents/search.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import type { operatorTexts } from "../../texts/app/search-operators.ts";
import { optionGroupsOf, type PaletteAction, type PaletteOption } from "./palette-options.ts";
import { useRecentDocuments } from "./recent-documents.ts";
import { useRecentSearches } from "./recent-searches.ts";
import { exactMatchOf, hrefOf, readChave } from "./search-results.ts";
import { useFound } from "./use-found.ts";

/** A document that the panel may show. chave: null if it is not known here. */
export type PeekedDocument = { id: string; side: "E" | "S"; chave: string | null };

export type PaletteProps = {
  texto: string;
  onText: (texto: string) => void;
  actions: readonly PaletteAction[];
  /** URL of the list that searches a text without the default filter. */
  listHrefOf: (texto: string) => string;
  /** URL of the received documents of a supplier. */
  supplierHrefOf: (documento: string) => string;
  /** Opens the list of a text, and there the form that saves it as a view. */
  onSaveView: (texto: string) => void;
  /** Shows a document in the panel beside a list. */
  onPeek: (document: PeekedDocument) => void;
  /** Navigates to a URL and closes the palette. */
  onNavigate: (href: string) => void;
  onClose: () => void;
};

/** State and actions of the palette. */
export function usePalette(props: PaletteProps) {
  const { texto, onText, actions, listHrefOf, supplierHrefOf, onNavigate, onClose } = props;
  const client = useQueryClient();
  const today = dayInZone(serverNow(), useTimeZone());
  const { recentes, add, forget } = useRecentSearches();
  const abertos = useRecentDocuments();
  const { query, searchable, isSearching, ...found } = useFound(texto, today);
  const groups = optionGroupsOf({ texto, hoje: today, ...found, recentes, abertos, acoes: actions });
  const options = groups.flatMap((group) => group.opcoes);
  const [selected, setSelected] = useSelectedOption(texto, options);
  const [opening, setOpening] = useState(false);
  const current = useRef<string | null>(texto);
  useEffect(() => {
    current.current = texto;
    return () => {
      current.current = null;
    };
  }, [texto]);

  /**
   * Looks up a chave at once and without cache: a scanner ends with Enter, and the document may
   * have arrived since.
   */
  const openChave = async (chave: string): Promise<void> => {
    const asked = current.current;
    setOpening(true);
    const found = await client
      .fetchQuery({ ...searchQuery(chave), staleTime: 0 })
      .then((answer) => exactMatchOf(answer, chave))
      .catch(() => undefined);
    setOpening(false);
    // Ignore the result if the text changed or the palette closed meanwhile.
    if (current.current === asked) onNavigate(found ? hrefOf(found) : listHrefOf(chave));
  };
  const run = (option: PaletteOption): void => {
    switch (option.tipo) {
      case "recente":
        onText(option.texto);
        break;
      case "esquecer":
        forget();
        break;
      case "acao":
        onClose();
        option.acao.run();
        break;
      case "chave":
        void openChave(readChave(option.texto) ?? option.texto);
        break;
      case "salvar":
        props.onSaveView(option.texto);
        break;
      case "operador":
        onText(withOperator(texto, option.operador));
        break;
      case "aberto":
        onNavigate(`/nota/${option.documento.id}?type=${option.documento.entradaSaida}`);
        break;
      case "pessoa":
        onNavigate(`/usuario/${option.pessoa.id}`);
        break;
      case "fornecedor":
        onNavigate(supplierHrefOf(option.fornecedor.documento));
        break;
      default:
        add(texto);
        onNavigate(option.tipo === "lista" ? listHrefOf(option.texto) : option.href);
    }
  };
  /** Alt Enter: a document stands beside the list; anything else runs as with Enter. */
  const peek = (option: PaletteOption): void => {
    const document = peekedOf(option);
    if (document === null) run(option);
    else props.onPeek(document);
  };
  return {
    peek,
    grupos: groups,
    opcoes: options,
    escolhida: selected,
    setEscolhida: setSelected,
    run,
    query,
    buscavel: searchable,
    procurando: opening || isSearching,
    achados: found.achados,
    total: found.total,
    hoje: today,
  };
}

function peekedOf(option: PaletteOption): PeekedDocument | null {
  if (option.tipo === "aberto") {
    const { id, entradaSaida } = option.documento;
    return { id, side: entradaSaida, chave: null };
  }
  if (option.tipo !== "achado") return null;
  const { alvo, id, notaId, type, chaveAcesso } = option.achado;
  const nota = alvo === "nota" ? id : notaId;
  return nota === null ? null : { id: nota, side: type === "S" ? "S" : "E", chave: chaveAcesso };
}

/** The text with an operator begun at its end, in place of a word that begins it. */
function withOperator(text: string, operator: keyof typeof operatorTexts.dicas): string {
  const last = /\S*$/.exec(text)?.[0] ?? "";
  const isBegun = last !== "" && `${operator}:`.startsWith(last.toLowerCase());
  const before = isBegun ? text.slice(0, text.length - last.length) : text.trimEnd();
  return `${before}${before === "" || before.endsWith(" ") ? "" : " "}${operator}:`;
}

/**
 * The option that Enter runs: the highlighted one while it exists, otherwise the whole list or the
 * chave.
 */
function useSelectedOption(
  texto: string,
  options: readonly PaletteOption[],
): [PaletteOption | null, (option: PaletteOption) => void] {
  const [highlighted, setHighlighted] = useState<{ chave: string; texto: string } | null>(null);
  const found =
    highlighted?.texto === texto ? options.find(({ chave }) => chave === highlighted.chave) : undefined;
  const first = options.find(({ tipo }) => tipo === "lista" || tipo === "chave") ?? null;
  return [found ?? first, ({ chave }) => setHighlighted({ chave, texto })];
}

/**
 * Freezes the shown options during a press: otherwise a new answer moves the option away from the
 * pointer.
 * @returns what to show, and the function to call when a press begins
 */
export function useFrozenWhilePressed<T>(live: T): [T, () => void] {
  const [pressed, setPressed] = useState<{ vista: T } | null>(null);
  useEffect(() => {
    if (pressed === null) return;
    // The click event follows pointerup.
    const release = (): unknown => setTimeout(() => setPressed(null));
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", release);
    return () => {
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", release);
    };
  }, [pressed]);
  return [pressed ? pressed.vista : live, () => setPressed({ vista: live })];
}

/** Scrolls the chosen option into view. */
export function useScrollIntoView(id: string | undefined): void {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }, [id]);
}

/** The option one step before or after another; wraps around at the ends. */
export function stepOption(
  options: readonly PaletteOption[],
  selected: PaletteOption | null,
  step: 1 | -1,
): PaletteOption | undefined {
  const at = options.findIndex(({ chave }) => chave === selected?.chave);
  if (at < 0) return step === 1 ? options[0] : options.at(-1);
  return options[(at + step + options.length) % options.length];
}
