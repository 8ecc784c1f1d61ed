/** The words of every status, the same on every screen. */
export const situacoes = {
  autorizada: "Autorizada",
  encerrada: "Encerrada",
  confirmada: "Confirmada",
  confirmadaSefaz: "Confirmada pela SEFAZ",
  integra: "Íntegra",
  naoValidado: "Não validado",
  reparada: "Reparada",
  aguardandoCertificado: "Aguardando certificado",
  divergente: "Divergente",
  suspeita: "Suspeita",
  emQuarentena: "Em quarentena",
  cancelada: "Cancelada",
  denegada: "Denegada",
  assinaturaInvalida: "Assinatura inválida",
  emLeitura: "Em leitura",
  ilegivel: "Ilegível",
} as const;
