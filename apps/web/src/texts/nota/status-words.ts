import { translated } from "../../languages/language.ts";

/** Words of the statuses that the contract does not define, the same on every page. */
export const statusWords = translated("statusWords", {
  confirmada: "Confirmada",
  confirmadaSefaz: "Confirmada pela SEFAZ",
  chaveAutorizada: "Chave autorizada",
  aguardandoCertificado: "Aguardando certificado",
  divergente: "Divergente",
  reparada: "Reparada",
  liberada: "Liberada",
  emQuarentena: "Em quarentena",
} as const);
