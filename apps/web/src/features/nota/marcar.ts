import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { geral } from "../../textos/geral.ts";
import { marcas as textos } from "../../textos/marcas.ts";
import { avisar } from "../../ui/toast.tsx";
import type { Lote, Marca, Marcavel, ResultadoItem } from "./marcas.ts";

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
    const controller = new AbortController();
    const parar = (): void => controller.abort();
    const resultados = await setMarcas(notas, { marca, ligar, signal: controller.signal }, (feitas) => {
      if (notas.length > 1) setLote({ marca, feitas, total: notas.length, resultados: null, parar });
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
      setLote({ marca, feitas: notas.length, total: notas.length, resultados, parar: () => undefined });
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
