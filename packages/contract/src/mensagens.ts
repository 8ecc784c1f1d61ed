/**
 * Every sentence a user reads that the server writes, by key. Those of spec §5, §6 and §8 are word for word.
 * `{name}` stands for a value given with the refusal.
 */
export const MENSAGENS = {
  // spec §8
  falhaComunicacao: "Falha de comunicação com o servidor",
  acessoRestrito: "Acesso restrito.",
  erroConsultandoSefaz: "Erro consultando SEFAZ",
  // entrada
  credenciaisInvalidas: "Identificador, usuário ou senha não conferem.",
  muitasTentativas: "Muitas tentativas de entrada. Aguarde {minutos} min e tente de novo.",
  usuarioInativo: "Este usuário está inativo. Fale com o administrador da conta.",
  sandboxDesligado: "Esta é uma conta de demonstração e o ambiente de demonstração está desligado.",
  // campos
  textoEmBranco: "Preencha este campo.",
  filtroInvalido: "O filtro tem um valor que não se entende.",
  periodoInvertido: "A data inicial vem depois da final.",
  faixaInvertida: "O valor inicial é maior que o final.",
  paginaFunda: "A lista vai até {limite} documentos. Use um filtro mais estreito.",
  // documentos
  notaNaoEncontrada: "Documento não encontrado.",
  notaEmQuarentena: "O documento está em quarentena e não pode ser marcado.",
  notaForaDeQuarentena: "O documento não está em quarentena.",
  notaDeHomologacao: "O documento é do ambiente de testes da SEFAZ e não pode ser liberado.",
  notaContraditaPelaSefaz:
    "A SEFAZ autorizou outro conteúdo com esta chave, e por isso o documento não pode ser liberado. Peça ao emitente o XML autorizado.",
  liberacaoMotivoTamanho: "Escreva o motivo com {min} a {max} caracteres.",
  sefazSemCertificado: "Não há certificado para consultar a SEFAZ por esta empresa.",
  sefazModeloSemConsulta: "A consulta à SEFAZ ainda não existe para este tipo de documento.",
  sefazForaDoPrazo: "A SEFAZ não responde mais sobre documentos emitidos há mais de {dias} dias.",
  sefazConsultaRecente:
    "Este documento foi consultado há pouco. A SEFAZ limita consultas repetidas; tente de novo em {minutos} min.",
  // e-mails
  emailNaoEncontrado: "E-mail não encontrado.",
  anexoNaoEncontrado: "Anexo não encontrado.",
  emailEmLeitura: "Esta mensagem ainda está sendo lida. Aguarde e tente de novo.",
  originalNaoGuardado: "O original desta mensagem não está guardado; a tela do e-mail diz por quê.",
  // caixas
  caixaNaoEncontrada: "Caixa de e-mail não encontrada.",
  caixaSenhaObrigatoria: "Senha deve ser informada.",
  caixaSegredoObrigatorio: "Informe o segredo do aplicativo ou o token de renovação do provedor.",
  caixaTokenUrl: "O endereço do token deve começar com https:// e não levar usuário nem senha.",
  caixaRepetida: "Esta caixa já está cadastrada: mesmo servidor, usuário e pasta.",
  // spec §8
  caixaNaoExcluida: "Não foi possível excluir a caixa de e-mail.",
  muitosTestesCaixa: "Muitos testes de conexão seguidos. Aguarde {minutos} min.",
  // arquivos
  formatoNaoDisponivel: "Este formato de arquivo ainda não está disponível.",
  arquivoNaoEncontrado: "Arquivo não encontrado.",
  arquivoSemSessao: "Entre no Malote para baixar o arquivo.",
  // pedidos que não se entendem, para quem escreve a integração
  loteGrande: "Um lote leva até {limite} chamadas.",
  parametrosPorNome: "Os parâmetros vão por nome, em um objeto.",
  caractereProibido: "O texto traz um caractere que não se guarda (NUL).",
  corpoGrande: "O pedido passa de {limite}.",
  corpoNaoJson: "O corpo do pedido deve ser JSON em UTF-8 (Content-Type: application/json).",
  metodoSoPost: "Este método só atende por POST.",
  verboNaoAceito: "Este endereço não atende por este verbo.",
  enderecoNaoEncontrado: "Endereço não encontrado.",
} as const;

/** A key of {@link MENSAGENS}: a wrong key does not compile. */
export type MensagemKey = keyof typeof MENSAGENS;

/** Fills the `{name}` places of a sentence. */
export function formatMensagem(key: MensagemKey, values: Record<string, string | number> = {}): string {
  return MENSAGENS[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Why the last collection of a caixa failed, in words that say what to do. */
export const FALHA_CAIXA = {
  dns: "O endereço do servidor não foi encontrado. Confira o nome do servidor.",
  "endereco-proibido": "O servidor aponta para um endereço interno, que o Malote não acessa.",
  recusada: "O servidor recusou a conexão. Confira o servidor e a porta.",
  tempo: "O servidor demorou demais para responder. Tentaremos de novo.",
  tls: "A conexão segura falhou: o certificado do servidor não é confiável.",
  senha: "Usuário ou senha recusados pelo servidor. Confira os dados da caixa.",
  autorizacao: "O provedor não aceita mais a autorização de acesso. Autorize a caixa de novo.",
  pasta: "A pasta escolhida não existe na caixa. Confira o nome da pasta.",
  protocolo: "O servidor respondeu fora do padrão. Confira o servidor, a porta e o tipo da caixa.",
  interrompida: "A conexão caiu no meio da coleta. Tentaremos de novo.",
  "grande-demais": "Uma mensagem passa do tamanho permitido e foi deixada no servidor.",
  interna: "A coleta falhou por um problema do Malote, não da caixa. Tentaremos de novo.",
} as const;

/** A key of {@link FALHA_CAIXA}. */
export type FalhaCaixa = keyof typeof FALHA_CAIXA;
