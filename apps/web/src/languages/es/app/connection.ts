import type { connectionTexts as source } from "../../../texts/app/connection.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/connection.ts`. */
export const connectionTexts: Translated<typeof source> = {
  semConexao: "Sin conexión:",
  tentaEm: (segundos) => `nuevo intento en ${segundos} s.`,
  tentando: "intentando ahora.",
  continua: (marcas) =>
    marcas === 0
      ? "No se pierde nada: la página queda como está, y el servidor sigue leyendo los buzones."
      : marcas === 1
        ? "Puede continuar: la marca hecha ahora se enviará cuando vuelva la red."
        : `Puede continuar: las ${marcas} marcas hechas ahora se enviarán cuando vuelva la red.`,
  paginaEspera: "Sin conexión: la página se abre cuando vuelva la red.",
  ficarAqui: "Quedarse aquí",
  campo: "sin conexión",
  tentarJa: "Intentar ahora",
  atualizado: "Malote se actualizó.",
  atualizadoTexto: "Recargue cuando termine lo que está haciendo.",
  recarregar: "Recargar",
};
