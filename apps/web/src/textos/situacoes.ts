/** The words of every status that the contract does not have already, the same on every screen. */
export const situacoes = {
  confirmada: "Confirmada",
  confirmadaSefaz: "Confirmada pela SEFAZ",
  chaveAutorizada: "Chave autorizada",
  aguardandoCertificado: "Aguardando certificado",
  divergente: "Divergente",
  reparada: "Reparada",
  liberada: "Liberada",
  emQuarentena: "Em quarentena",
} as const;
