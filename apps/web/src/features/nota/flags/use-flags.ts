import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeFlags } from "./change-flags.ts";
import type { Batch, FlaggableNota, FlagName } from "./flag-state.ts";

/** Sets or clears flags after a confirmation, and shows a toast with an undo button. */
export function useFlags() {
  const queryClient = useQueryClient();
  const [batch, setBatch] = useState<Batch | null>(null);
  return {
    lote: batch,
    closeLote: () => setBatch(null),
    /** @returns true if the flags changed or needed no change */
    marcar: async (notas: readonly FlaggableNota[], flag: FlagName, turnOn: boolean): Promise<boolean> => {
      return await changeFlags(notas, { flag, turnOn }, { queryClient, setLote: setBatch });
    },
  };
}
