import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Lote, Marca, Marcavel } from "./marcas.ts";

/** Puts and takes marks, after asking; tells what was done and offers the way back. */
export function useMarcar() {
  const queryClient = useQueryClient();
  const [lote, setLote] = useState<Lote | null>(null);
  return {
    lote,
    closeLote: () => setLote(null),
    /** @returns whether it was done, or begun */
    marcar: async (notas: readonly Marcavel[], marca: Marca, ligar: boolean): Promise<boolean> => {
      const { marcar } = await import("./set-marcas.ts");
      return await marcar(notas, { marca, ligar }, { queryClient, setLote });
    },
  };
}
