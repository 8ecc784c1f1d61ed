/** The sentences of {@link MESSAGES} that the SPA also shows; a file of its own, so that the bundle
 * contains no others. */
export const SCREEN_MESSAGES = {
  auditorNaoEncontrado: "Registro do auditor não encontrado.",
  caixaNaoEncontrada: "Caixa de e-mail não encontrada.",
  emailNaoEncontrado: "E-mail não encontrado.",
  emailParcial:
    "Esta mensagem também trouxe documentos de empresas às quais você não tem acesso. Você só pode baixar as partes das suas empresas.",
  empresaNaoEncontrada: "Empresa não encontrada.",
  erroConsultandoSefaz: "Erro consultando SEFAZ",
  falhaComunicacao: "Falha de comunicação com o servidor",
  falhaEvento: "O evento não foi enviado.",
  falhaManifestacao: "Falha na tentativa de manifestação.",
  importacaoNaoEncontrada: "Importação não encontrada.",
  notaContraditaPelaSefaz:
    "A SEFAZ autorizou outro conteúdo com esta chave, e por isso o documento não pode ser liberado. Peça ao emitente o XML autorizado.",
  notaDeHomologacao: "O documento é do ambiente de testes da SEFAZ e não pode ser liberado.",
  notaNaoEncontrada: "Documento não encontrado.",
} as const;
