/** The sentences of {@link MESSAGES} about invalid params, each with the name of its field, for
 * programmers. A check of the contract that names one of these keys replaces the schema library's
 * message. */
export const PARAM_MESSAGES = {
  campoAusente: "Falta o campo “{campo}”.",
  campoDesconhecido: "O campo “{campo}” não existe neste pedido. Veja na documentação os campos aceitos.",
  campoFixo:
    "O campo “{campo}” não pode ser alterado por aqui, e o valor enviado não é o atual. Leia o cadastro de novo ou não envie o campo.",
  campoNulo: "O campo “{campo}” não pode ser nulo.",
  campoTexto: "O campo “{campo}” deve ser um texto.",
  campoInteiro: "O campo “{campo}” deve ser um número inteiro.",
  campoBooleano: "O campo “{campo}” deve ser true ou false.",
  campoLista: "O campo “{campo}” deve ser uma lista.",
  campoObjeto: "O campo “{campo}” deve ser um objeto.",
  campoOpcoes: "O campo “{campo}” aceita {opcoes}.",
  campoUuid: "O campo “{campo}” deve ser um id (UUID).",
  campoData:
    "O campo “{campo}” deve ser uma data válida: /Date(ms)/, ISO 8601 com fuso (2026-11-20T14:30:00-03:00) ou yyyy-MM-dd.",
  campoDecimal: "O campo “{campo}” deve ser um valor com até duas casas, como 1234.56.",
  campoUf: "O campo “{campo}” deve ser a sigla de uma UF, como SP.",
  campoCor: "O campo “{campo}” deve ser uma cor de seis dígitos, como #1a2b3c.",
  campoImpressao: "O campo “{campo}” deve ser a impressão SHA-256 de um certificado, como AA:BB:CC:…",
  campoOperacao: "O campo “{campo}” deve ser o id de uma operação, como aparece no endereço dela.",
  campoBase64: "O campo “{campo}” deve estar em base64url.",
  campoMinimo: "O campo “{campo}” deve ser no mínimo {limite}.",
  campoMaximo: "O campo “{campo}” deve ser no máximo {limite}.",
  campoCurto: "O campo “{campo}” deve ter ao menos {limite} caracteres.",
  campoLongo: "O campo “{campo}” pode ter até {limite} caracteres.",
  campoListaCurta: "O campo “{campo}” deve ter ao menos {limite} item.",
  campoListaLonga: "O campo “{campo}” pode ter até {limite} itens.",
  campoInvalido: "O campo “{campo}” tem um valor inválido.",
  pedidoNaoObjeto: "O pedido deve ser um objeto com os campos por nome.",
} as const;
