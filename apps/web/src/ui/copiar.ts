import { geral } from "../textos/geral.ts";
import { avisar } from "./toast.tsx";

/** Copies a text to the clipboard and shows a toast. */
export async function copiar(texto: string, feito: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(texto);
    avisar(feito);
  } catch {
    avisar(geral.copiarFalhou);
  }
}
