import type { allContasTexts as source } from "../../../texts/operator/contas.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/operator/contas.ts`. */
export const allContasTexts: Translated<typeof source> = {
  titulo: "Cuentas",
  total: (contas) => (contas === "1" ? "1 cuenta" : `${contas} cuentas`),
  vazio: "Ninguna cuenta",
  vazioTexto: "Las cuentas aparecen aquí en cuanto se abren.",
  demonstracao: "demostración",
  nunca: "nunca",
  colunas: {
    conta: "Cuenta",
    uso: "Documentos en el mes",
    caixas: "Buzones",
    captura: "Último correo",
    espera: "Cola",
    feed: "Feed",
    webhooks: "Webhooks",
  },
  uso: (documentos, plano) => `${documentos} de ${plano}`,
  guardado: (emails, tamanho) => `${emails} correos, ${tamanho}`,
  caixas: (quantas) => (quantas === "1" ? "1 buzón" : `${quantas} buzones`),
  semCaixa: "sin buzón",
  comErro: (quantas) => `${quantas} con error`,
  silenciosas: (quantas) => `${quantas} sin actividad`,
  emDia: "al día",
  esperam: (quantas) => (quantas === "1" ? "1 tarea" : `${quantas} tareas`),
  desde: (ha) => `la más antigua, ${ha}`,
  numero: (numero) => `n.º ${numero}`,
  desligados: (quantos) => (quantos === "1" ? "1 desactivado" : `${quantos} desactivados`),
  ligados: "todos activos",
};
