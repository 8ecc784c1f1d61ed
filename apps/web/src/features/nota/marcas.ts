import { addValor, formatReais, formatTipoNota } from "@malote/syntax";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NotaLinha } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { marcas as textos } from "../../textos/marcas.ts";
import { formatNumero } from "../../ui/numero.ts";
import { avisar } from "../../ui/toast.tsx";

/** The three marks a person puts on a document. */
export const MARCAS = ["processado", "recebido", "conferido"] as const;
export type Marca = (typeof MARCAS)[number];

/** What a mark needs to know of its document. */
export type Marcavel = Pick<
  NotaLinha,
  | "id"
  | "tipoNota"
  | "numeroNota"
  | "valorTotal"
  | "quarentena"
  | "processadoErp"
  | "processadoEm"
  | "processadoPor"
  | "recebido"
  | "recebidoEm"
  | "recebidoPor"
  | "conferido"
  | "conferidoEm"
  | "conferidoPor"
>;

/** A mark as it stands: on or off, by whom and when. */
export type MarcaEstado = { ligada: boolean; por: string | null; em: Date | null };

export function estadoOf(nota: Marcavel, marca: Marca): MarcaEstado {
  if (marca === "processado") {
    return { ligada: nota.processadoErp, por: nota.processadoPor, em: nota.processadoEm };
  }
  if (marca === "recebido") return { ligada: nota.recebido, por: nota.recebidoPor, em: nota.recebidoEm };
  return { ligada: nota.conferido, por: nota.conferidoPor, em: nota.conferidoEm };
}

/** "NF-e 184.220". */
export function nomeOf(nota: Pick<NotaLinha, "tipoNota" | "numeroNota">): string {
  return `${formatTipoNota(nota.tipoNota)} ${formatNumero(nota.numeroNota)}`;
}

/** The sum of what documents are worth, in reais. */
export function sumValores(notas: readonly Pick<NotaLinha, "valorTotal">[]): string {
  return formatReais(notas.reduce((sum, nota) => addValor(sum, nota.valorTotal), "0.00"));
}

/** What became of one document of a batch. */
export type ResultadoItem = { nota: Marcavel; falha: string | null };
export type Lote = { marca: Marca; feitas: number; total: number; resultados: ResultadoItem[] | null };

/** Puts and takes marks, after asking; tells what was done and offers the way back. */
export function useMarcar() {
  const queryClient = useQueryClient();
  const [lote, setLote] = useState<Lote | null>(null);

  const refresh = async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ["notas"] }),
      queryClient.invalidateQueries({ queryKey: ["nota"] }),
    ]);
  };
  const apply = async (notas: readonly Marcavel[], marca: Marca, ligar: boolean): Promise<void> => {
    const { setMarcas } = await import("./set-marcas.ts");
    const resultados = await setMarcas(notas, { marca, ligar }, (feitas) => {
      if (notas.length > 1) setLote({ marca, feitas, total: notas.length, resultados: null });
    });
    await refresh();
    tell(notas, { marca, ligar, resultados });
  };
  const tell = (
    notas: readonly Marcavel[],
    feito: { marca: Marca; ligar: boolean; resultados: ResultadoItem[] },
  ): void => {
    const { marca, ligar, resultados } = feito;
    const ok = resultados.filter((item) => item.falha === null).map((item) => item.nota);
    if (ok.length < resultados.length && notas.length > 1) {
      setLote({ marca, feitas: notas.length, total: notas.length, resultados });
      return;
    }
    setLote(null);
    if (ok.length === 0) return;
    const palavras = textos[marca];
    const sentence = ligar ? palavras.feito(ok.length) : palavras.desfeito(ok.length);
    avisar(sentence, { rotulo: geral.desfazer, onClick: () => void apply(ok, marca, !ligar) });
  };

  return {
    lote,
    closeLote: () => setLote(null),
    marcar: async (notas: readonly Marcavel[], marca: Marca, ligar: boolean): Promise<boolean> => {
      const livres = notas.filter((nota) => !nota.quarentena);
      if (livres.length === 0) {
        avisar(textos.bloqueada);
        return false;
      }
      const { askMarcas } = await import("./set-marcas.ts");
      const sim = await askMarcas(livres, { marca, ligar, fora: notas.length - livres.length });
      if (sim) await apply(livres, marca, ligar);
      return sim;
    },
  };
}
