import { formatInteger } from "@malote/syntax";
import type { painelTopTexts as source } from "../../../texts/lists/painel-tops.ts";
import type { Translated } from "../../translated.ts";

const verTodos = (n: number): string => (n === 1 ? "Ver 1" : `Ver los ${formatInteger(n)}`);
const documentos = (n: number): string => (n === 1 ? "1 documento" : `${formatInteger(n)} documentos`);

/** Spanish texts of `texts/lists/painel-tops.ts`. */
export const painelTopTexts: Translated<typeof source> = {
  partes: { E: "Mayores proveedores", S: "Mayores clientes" },
  porValor: "por valor",
  vencimentos: { E: "Por pagar, según vencimiento", S: "Por cobrar, según vencimiento" },
  naoIntegradas: "cuotas de los documentos no integrados",
  soAsNovas: (n) => `cuotas de los ${formatInteger(n)} documentos más nuevos no integrados`,
  verPartes: verTodos,
  verNotas: verTodos,
  notas: documentos,
  documentos,
  vencidas: "Vencidas",
  estaSemana: (ate) => `Hasta el ${ate}`,
  semana: (de, ate) => `Del ${de} al ${ate}`,
  depois: (de) => `Desde el ${de}`,
  semPartes: { E: "Ningún documento recibido en el período.", S: "Ningún documento emitido en el período." },
  semVencimentos: "Ninguna cuota de documentos no integrados.",
  colunas: { nome: "Nombre", vencimento: "Vencimiento", notas: "Documentos", valor: "Valor" },
};
