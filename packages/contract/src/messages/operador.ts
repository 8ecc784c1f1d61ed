/** The sentences of {@link MESSAGES} for operators of the product. */
export const OPERADOR_MESSAGES = {
  operadorDeDemonstracao:
    "Usuários de uma conta de demonstração veem a operação, mas não podem mudar o que vale para todas as contas.",
  backupSemDestino:
    "Nenhum destino de backup está configurado: defina BACKUP_DESTINO e reinicie o Malote para fazer backups.",
  backupPedido: "Backup pedido. Ele começa em instantes.",
  coletaPausada: "A coleta de todas as caixas está pausada.",
  coletaRetomada: "A coleta de todas as caixas foi retomada.",
  caixaSemErro: "Esta caixa não está com erro.",
  certificadoLonge: "Este certificado não está perto de vencer.",
  certificadoNaoEncontrado: "Certificado não encontrado.",
  contaJaAvisada: "A conta foi avisada há menos de 24 horas. Avise de novo a partir de {quando}.",
  contaSemDestinatario: "Não há quem avisar: nenhum responsável pela conta tem e-mail e acesso ativo.",
  avisoSemSaida: "O aviso não foi enviado: nenhum servidor de saída de e-mails está configurado (SMTP_URL).",
  contaAvisada: "A conta foi avisada por e-mail.",
} as const;
