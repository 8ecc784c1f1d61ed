import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { buscaQuery } from "../../rpc/busca.ts";
import { exactOf, hrefOf, readChave } from "./achados.ts";
import { type Acao, gruposOf, isBuscavel, type Opcao } from "./opcoes.ts";
import { useRecentes } from "./recentes.ts";

/** Delay in ms before the search: a user types a letter about every 150 ms. */
const ESPERA_MS = 180;

export type PaletaProps = {
  texto: string;
  onTexto: (texto: string) => void;
  acoes: readonly Acao[];
  /** URL of the list that searches a text without the default filter. */
  listaOf: (texto: string) => string;
  /** Navigates to a URL and closes the palette. */
  onIr: (href: string) => void;
  onClose: () => void;
};

/** State and actions of the palette. */
export function usePaleta({ texto, onTexto, acoes, listaOf, onIr, onClose }: PaletaProps) {
  const client = useQueryClient();
  const { recentes, add, forget } = useRecentes();
  const buscavel = isBuscavel(texto);
  const [pedido] = useDebouncedValue(readChave(texto) ?? texto.trim(), ESPERA_MS);
  const query = useQuery({ ...buscaQuery(pedido), enabled: buscavel && isBuscavel(pedido) });
  const achados = buscavel ? (query.data ?? []) : [];
  const grupos = gruposOf({ texto, achados, recentes, acoes });
  const opcoes = grupos.flatMap((grupo) => grupo.opcoes);
  const [escolhida, setEscolhida] = useEscolhida(texto, opcoes);
  const [abrindo, setAbrindo] = useState(false);
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
    setAbrindo(true);
    const found = await client
      .fetchQuery({ ...buscaQuery(chave), staleTime: 0 })
      .then((answer) => exactOf(answer, chave))
      .catch(() => undefined);
    setAbrindo(false);
    // Ignore the result if the text changed or the palette closed meanwhile.
    if (current.current === asked) onIr(found ? hrefOf(found) : listaOf(chave));
  };
  const run = (opcao: Opcao): void => {
    switch (opcao.tipo) {
      case "recente":
        onTexto(opcao.texto);
        break;
      case "esquecer":
        forget();
        break;
      case "acao":
        onClose();
        opcao.acao.run();
        break;
      case "chave":
        void openChave(readChave(opcao.texto) ?? opcao.texto);
        break;
      default:
        add(texto);
        onIr(opcao.tipo === "lista" ? listaOf(opcao.texto) : opcao.href);
    }
  };
  const procurando =
    abrindo || (buscavel && (query.isFetching || pedido !== (readChave(texto) ?? texto.trim())));
  return { grupos, opcoes, escolhida, setEscolhida, run, query, buscavel, procurando, achados };
}

/**
 * The option that Enter runs: the highlighted one while it exists, otherwise the whole list or the
 * chave.
 */
function useEscolhida(texto: string, opcoes: readonly Opcao[]): [Opcao | null, (opcao: Opcao) => void] {
  const [andada, setAndada] = useState<{ chave: string; texto: string } | null>(null);
  const found = andada?.texto === texto ? opcoes.find(({ chave }) => chave === andada.chave) : undefined;
  const first = opcoes.find(({ tipo }) => tipo === "lista" || tipo === "chave") ?? null;
  return [found ?? first, ({ chave }) => setAndada({ chave, texto })];
}

/**
 * Freezes the shown options during a press: otherwise a new answer moves the option away from the
 * pointer.
 * @returns what to show, and the function to call when a press begins
 */
export function useFirme<T>(agora: T): [T, () => void] {
  const [apertada, setApertada] = useState<{ vista: T } | null>(null);
  useEffect(() => {
    if (apertada === null) return;
    // The click event follows pointerup.
    const letGo = (): unknown => setTimeout(() => setApertada(null));
    window.addEventListener("pointerup", letGo);
    window.addEventListener("pointercancel", letGo);
    return () => {
      window.removeEventListener("pointerup", letGo);
      window.removeEventListener("pointercancel", letGo);
    };
  }, [apertada]);
  return [apertada ? apertada.vista : agora, () => setApertada({ vista: agora })];
}

/** Scrolls the chosen option into view. */
export function useEmVista(id: string | undefined): void {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }, [id]);
}

/** The option one step before or after another; wraps around at the ends. */
export function stepOpcao(
  opcoes: readonly Opcao[],
  escolhida: Opcao | null,
  passo: 1 | -1,
): Opcao | undefined {
  const at = opcoes.findIndex(({ chave }) => chave === escolhida?.chave);
  if (at < 0) return passo === 1 ? opcoes[0] : opcoes.at(-1);
  return opcoes[(at + passo + opcoes.length) % opcoes.length];
}
