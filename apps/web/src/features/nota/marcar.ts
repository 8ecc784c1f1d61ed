import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Lote, Marca, Marcavel } from "./marcas.ts";

/** Sets or clears flags after a confirmation, and shows a toast with an undo button. */
export function useMarcar() {
  const queryClient = useQueryClient();
  const [lote, setLote] = useState<Lote | null>(null);
  return {
    lote,
    closeLote: () => setLote(null),
    /** @returns true if the flags changed or needed no change */
    marcar: async (notas: readonly Marcavel[], marca: Marca, ligar: boolean): Promise<boolean> => {
      const { marcar } = await import("./set-marcas.ts");
      return await marcar(notas, { marca, ligar }, { queryClient, setLote });
    },
  };
}
