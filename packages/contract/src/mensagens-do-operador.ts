/** The sentences of {@link MENSAGENS} that the people who run the product read. */
export const MENSAGENS_DO_OPERADOR = {
  operadorDeDemonstracao:
    "Quem é de uma conta de demonstração vê a operação, mas não muda o que vale para todas as contas.",
  backupSemDestino:
    "Nenhum destino de backup está configurado: defina BACKUP_DESTINO e reinicie o Malote para fazer backups.",
  backupPedido: "Backup pedido. Ele começa em instantes.",
  coletaPausada: "A coleta de todas as caixas está pausada.",
  coletaRetomada: "A coleta de todas as caixas foi retomada.",
  caixaSemErro: "Esta caixa não está em erro.",
  certificadoLonge: "Este certificado não está perto do fim.",
  certificadoNaoEncontrado: "Certificado não encontrado.",
  contaJaAvisada: "A conta foi avisada há menos de 24 horas. Avise de novo a partir de {quando}.",
  contaSemDestinatario: "A conta não tem a quem avisar: nenhum responsável com e-mail pode entrar nela.",
  avisoSemSaida: "Nenhum servidor de saída de e-mails está configurado (SMTP_URL): o aviso não sairia.",
  contaAvisada: "A conta foi avisada por e-mail.",
} as const;
