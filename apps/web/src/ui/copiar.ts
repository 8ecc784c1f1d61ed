import { geral } from "../textos/geral.ts";
import { avisar } from "./toast.tsx";

/** Puts a text on the clipboard and says so. */
export async function copiar(texto: string, feito: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(texto);
    avisar(feito);
  } catch {
    avisar(geral.copiarFalhou);
  }
}
