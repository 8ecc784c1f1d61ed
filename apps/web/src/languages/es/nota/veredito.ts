import type * as source from "../../../texts/nota/veredito.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the meaning of each veredito, in one sentence. */
export const vereditoTexts: Translated<typeof source.vereditoTexts> = {
  autentica:
    "Es lo que el emisor firmó, con certificado de la ICP-Brasil, y trae la autorización de la SEFAZ.",
  integra:
    "Es lo que el emisor firmó, y trae la autorización de la SEFAZ. Solo el origen del certificado no se verificó por completo.",
  "sem-protocolo": "Es lo que el emisor firmó, pero el archivo no muestra que la SEFAZ lo autorizó.",
  "nao-autorizada": "Es lo que el emisor firmó, pero el archivo no trae una autorización válida.",
  "assinatura-invalida": "No se comprueba que el contenido es lo que el emisor firmó.",
  suspeita: "Hay señales de que el documento no es lo que parece. No confíe en lo que dice.",
  ilegivel: "No se pudo leer el archivo.",
};

/** Damage to a file in transit that was reversed, by the name of the reversal. */
const repairTexts: Readonly<Record<string, string>> = {
  "espacos-entre-tags": "espacios y saltos de línea entre los campos del XML",
  "fins-de-linha": "fines de línea cambiados",
  "espacos-finais": "espacios de más al final de las líneas",
  "utf8-duplicado": "acentos codificados dos veces",
  "latin1-recodificado": "acentos guardados en otra codificación",
  "declaracao-de-codificacao": "una codificación declarada que no es la del texto",
  "namespaces-em-volta": "marcas de otro sistema alrededor del documento",
};

export const assessmentTexts: Translated<typeof source.assessmentTexts> = {
  confirmada: "La SEFAZ confirmó este mismo contenido.",
  confirmadaAntes: "Es el contenido que la SEFAZ autorizó; su estado cambió después.",
  semProtocolo: "El archivo llegó sin el protocolo, y la SEFAZ confirmó este contenido.",
  semProtocoloConfirmada:
    "Es lo que el emisor firmó. El archivo llegó sin el protocolo, y la SEFAZ confirmó este contenido.",
  autenticaDesconhecida:
    "Es lo que el emisor firmó, con certificado de la ICP-Brasil, y trae un protocolo que la SEFAZ no reconoce.",
  integraDesconhecida:
    "Es lo que el emisor firmó, y trae un protocolo que la SEFAZ no reconoce. El origen del certificado tampoco se verificó por completo.",
  naoEOAutorizado:
    "La clave existe y está autorizada en la SEFAZ, pero este archivo no es el que ella autorizó. Pida el XML original al emisor.",
  soAChave:
    "La clave existe y está autorizada en la SEFAZ, pero eso no comprueba este archivo. Pida el XML original al emisor.",
  resposta: (palavra) => `La SEFAZ respondió: ${palavra}.`,
  respostaDesconhecida: "La SEFAZ respondió que no conoce este documento.",
  reparada: (danos) =>
    `El correo dejó en el archivo ${danos}. Malote lo deshizo, y la firma del emisor comprueba que el resultado es el original.`,
  evidencia: {
    assinado: "Firmado",
    calculado: "Calculado ahora",
    soma: (total, soma) => `dice ${total}, y la suma de las partes es ${soma}`,
  },
  dano: (nome) => repairTexts[nome] ?? "una alteración reversible",
  e: " y ",
  guardado: "El archivo como llegó también está guardado.",
  verGuardado: "Ver en el correo",
  grupos: { grave: "Graves", aviso: "Avisos", informacao: "Información" },
  gravidades: { grave: "grave", aviso: "aviso", informacao: "información" },
  vezes: (n) => (n === 1 ? "1 campo" : `${n} campos`),
  verAchados: (todos) =>
    todos === null ? "Ver los hallazgos" : todos === 1 ? "Ver el hallazgo" : `Ver los ${todos} hallazgos`,
  verCampos: (n) => `Ver los ${n} campos`,
  liberada: (por, quando) => `Liberado de la cuarentena por ${por} el ${quando}`,
  alguem: "un administrador",
};
