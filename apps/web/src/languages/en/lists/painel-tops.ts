import { formatInteger } from "@malote/syntax";
import type * as source from "../../../texts/lists/painel-tops.ts";
import type { Translated } from "../../translated.ts";

const verTodos = (n: number): string => (n === 1 ? "View 1" : `View all ${formatInteger(n)}`);
const documentos = (n: number): string => (n === 1 ? "1 document" : `${formatInteger(n)} documents`);

/** English texts of `texts/lists/painel-tops.ts`. */
export const painelTopTexts: Translated<typeof source.painelTopTexts> = {
  partes: { E: "Largest suppliers", S: "Largest customers" },
  porValor: "by value",
  vencimentos: { E: "Payable by due date", S: "Receivable by due date" },
  naoIntegradas: "installments of the documents not integrated",
  soAsNovas: (n) => `installments of the ${formatInteger(n)} newest documents not integrated`,
  verPartes: verTodos,
  verNotas: verTodos,
  notas: documentos,
  documentos,
  vencidas: "Overdue",
  estaSemana: (ate) => `Until ${ate}`,
  semana: (de, ate) => `${de} to ${ate}`,
  depois: (de) => `From ${de}`,
  semPartes: { E: "No document received in the period.", S: "No document issued in the period." },
  semVencimentos: "No installment of a document not integrated.",
  colunas: { nome: "Name", vencimento: "Due date", notas: "Documents", valor: "Value" },
};
