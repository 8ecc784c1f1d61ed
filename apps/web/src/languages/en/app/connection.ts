import type * as source from "../../../texts/app/connection.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/connection.ts`. */
export const connectionTexts: Translated<typeof source.connectionTexts> = {
  semConexao: "No connection:",
  tentaEm: (segundos) => `trying again in ${segundos} s.`,
  tentando: "trying now.",
  continua: (marcas) =>
    marcas === 0
      ? "Nothing is lost: the page stays as it is, and the server keeps collecting."
      : marcas === 1
        ? "You can continue: the flag you set now will be sent when the network is back."
        : `You can continue: the ${marcas} flags you set now will be sent when the network is back.`,
  paginaEspera: "No connection: the page opens when the network is back.",
  ficarAqui: "Stay here",
  campo: "no connection",
  tentarJa: "Try now",
  atualizado: "Malote has been updated.",
  atualizadoTexto: "Reload when you finish what you are doing.",
  recarregar: "Reload",
};
