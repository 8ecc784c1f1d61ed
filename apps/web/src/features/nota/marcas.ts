import { addValor, formatReais, formatTipoNota } from "@malote/syntax";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../rpc/call.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import type { NotaLinha } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { marcas as textos } from "../../textos/marcas.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { formatNumero } from "../../ui/numero.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";

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
      const sim = await ask(livres, { marca, ligar, fora: notas.length - livres.length });
      if (sim) await apply(livres, marca, ligar);
      return sim;
    },
  };
}

/** Asks before it is done, and says how many documents in quarantine are left out. */
function ask(
  notas: readonly Marcavel[],
  { marca, ligar, fora }: { marca: Marca; ligar: boolean; fora: number },
): Promise<boolean> {
  const palavras = textos[marca];
  const [first] = notas;
  const texto =
    notas.length === 1 && first
      ? textos.pergunta(nomeOf(first))
      : textos.perguntaVarias(notas.length, sumValores(notas));
  return confirmar({
    titulo: ligar ? palavras.perguntaMarcar : palavras.perguntaDesmarcar,
    texto: fora === 0 ? texto : `${texto} ${textos.fora(fora)}`,
    acao: ligar ? textos.confirmarMarcar : textos.confirmarDesmarcar,
  });
}

/** One call per document, one after the other; a refusal of one does not stop the rest. */
async function setMarcas(
  notas: readonly Marcavel[],
  { marca, ligar }: { marca: Marca; ligar: boolean },
  onProgress: (feitas: number) => void,
): Promise<ResultadoItem[]> {
  const resultados: ResultadoItem[] = [];
  for (const nota of notas) {
    onProgress(resultados.length);
    try {
      await setMarca(nota.id, marca, ligar);
      resultados.push({ nota, falha: null });
    } catch (error) {
      const falha = explainFalha(error);
      if (notas.length === 1) avisarFalha(falha);
      resultados.push({ nota, falha: falha ? falha.texto || falha.titulo : geral.sessaoEncerrada });
    }
  }
  return resultados;
}

function setMarca(id: string, marca: Marca, ligar: boolean): Promise<unknown> {
  if (marca === "processado") return call("Nota.setProcessadoErp", { id, processado: ligar });
  if (marca === "recebido") return call("Nota.setRecebido", { id, recebido: ligar });
  return call("Nota.setConferido", { id, conferido: ligar });
}
