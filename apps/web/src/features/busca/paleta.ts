import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { buscaQuery } from "../../rpc/busca.ts";
import { exactOf, hrefOf, readChave } from "./achados.ts";
import { type Acao, gruposOf, isBuscavel, type Opcao } from "./opcoes.ts";
import { useRecentes } from "./recentes.ts";

/** A person types a letter each 150 ms or so: the server is asked when they stop. */
const ESPERA_MS = 180;

export type PaletaProps = {
  texto: string;
  onTexto: (texto: string) => void;
  acoes: readonly Acao[];
  /** The address of the list that looks for a text everywhere. */
  listaOf: (texto: string) => string;
  /** Leaves for an address, and closes. */
  onIr: (href: string) => void;
  onClose: () => void;
};

/** What the palette shows and does. */
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

  /** A key is looked up at once, whatever the last answer said: a scanner ends in Enter, and what was not there may have come. */
  const openChave = async (chave: string): Promise<void> => {
    const asked = current.current;
    setAbrindo(true);
    const found = await client
      .fetchQuery({ ...buscaQuery(chave), staleTime: 0 })
      .then((answer) => exactOf(answer, chave))
      .catch(() => undefined);
    setAbrindo(false);
    // Whoever went on typing, or closed it, wants something else by now.
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

/** The line that Enter opens: the one walked to, while it is there; else the whole list, when there is one. */
function useEscolhida(texto: string, opcoes: readonly Opcao[]): [Opcao | null, (opcao: Opcao) => void] {
  const [andada, setAndada] = useState<{ chave: string; texto: string } | null>(null);
  const found = andada?.texto === texto ? opcoes.find(({ chave }) => chave === andada.chave) : undefined;
  const first = opcoes.find(({ tipo }) => tipo === "lista" || tipo === "chave") ?? null;
  return [found ?? first, ({ chave }) => setAndada({ chave, texto })];
}

/**
 * Holds still what is being pressed: an answer that came meanwhile would move the line from under the finger.
 * @returns what to show, and what to call when a press begins
 */
export function useFirme<T>(agora: T): [T, () => void] {
  const [apertada, setApertada] = useState<{ vista: T } | null>(null);
  useEffect(() => {
    if (apertada === null) return;
    // The click comes after its pointer is up.
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

/** Keeps the chosen line in sight. */
export function useEmVista(id: string | undefined): void {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }, [id]);
}

/** The line that many steps from another; past the ends it goes round. */
export function stepOpcao(
  opcoes: readonly Opcao[],
  escolhida: Opcao | null,
  passo: 1 | -1,
): Opcao | undefined {
  const at = opcoes.findIndex(({ chave }) => chave === escolhida?.chave);
  if (at < 0) return passo === 1 ? opcoes[0] : opcoes.at(-1);
  return opcoes[(at + passo + opcoes.length) % opcoes.length];
}
