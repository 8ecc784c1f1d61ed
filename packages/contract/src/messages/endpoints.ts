/** The sentences of {@link MESSAGES} that only programs receive, from the integration APIs. */
export const ENDPOINT_MESSAGES = {
  cursorInvalido:
    "Este cursor não foi emitido pelo Malote. Use o valor de page.next da página anterior, ou comece sem cursor.",
  cursorDeOutraConta: "Este cursor é de outra conta.",
  cursorDeOutrasEmpresas:
    "As empresas que este token vê mudaram depois deste cursor. Para não perder documentos, comece de novo com o cursor 0; o que já foi lido virá outra vez.",
  cursorAdiante: "O cursor está à frente do que esta conta publicou. Comece de novo sem cursor.",
  cursorDeOutraEpoca:
    "O Malote foi restaurado de um backup mais antigo que este cursor: parte do que você leu depois do backup não existe mais aqui. Continue a partir do cursor {cursor}: dele em diante vem, uma vez, tudo o que foi publicado desde a restauração.",
  restSemToken: "Envie o token da API no cabeçalho Authorization: Bearer TOKEN.",
  restTokenRecusado: "O token é desconhecido, expirou ou foi revogado.",
  restPedidoInvalido: "O pedido tem valores inválidos. Veja o campo erros.",
  restPedidoRecusado: "O pedido foi recusado. Veja o campo erros.",
  restSemCorpo: "Falta o corpo do pedido, em JSON.",
  restComCorpo: "Este endereço não aceita corpo.",
  restJsonIlegivel: "O corpo do pedido não é um JSON válido.",
  restMultipart: "Envie o arquivo em um formulário multipart/form-data.",
  restEndereco: "Este endereço não existe. A referência está em /Services/rest/v1/.",
  restEnderecoIlegivel: "O endereço tem caracteres inválidos.",
  restVerbo: "Este endereço só aceita {verbos}.",
  restLimite: "Muitas chamadas com este token. Aguarde {segundos} s.",
  restMudou: "O recurso mudou desde que foi lido. Leia-o de novo antes de alterá-lo.",
  restErro: "Erro interno. Informe o requestId ao suporte.",
  restIndisponivel: "O serviço está temporariamente fora do ar. Tente de novo em instantes.",
  restPeriodoIncompleto: "Informe o período inteiro: de e ate.",
  restItemSemDocumento: "Informe o documento por id ou por chave, só um dos dois.",
  restItemRepetido: "Este documento aparece duas vezes no lote.",
  idempotencyChave: "Idempotency-Key deve ter de 1 a 255 caracteres visíveis, sem acentos.",
  idempotencyOutroPedido:
    "Esta Idempotency-Key já foi usada com outro pedido. Use uma nova para cada pedido.",
  idempotencyEmAndamento:
    "O primeiro pedido com esta Idempotency-Key ainda está sendo atendido. Repita em alguns segundos.",
  idempotencyChavesDemais:
    "Este token já usou todas as Idempotency-Key permitidas em um dia. Tente de novo em {minutos} min ou reúna os pedidos em lotes.",
  operacaoNaoEncontrada: "Operação não encontrada.",
  soapMedia: "Envie o envelope como text/xml (SOAP 1.1) ou application/soap+xml (SOAP 1.2).",
  soapGrande: "O pedido é maior do que este endereço aceita.",
  soapCodificacao: "O pedido deve estar em UTF-8.",
  soapDtd: "DOCTYPE e ENTITY não são aceitos.",
  soapMalformado: "O pedido não é um XML bem formado, ou tem elementos demais.",
  soapEnvelope: "O pedido não é um envelope SOAP: Envelope, com Header opcional e Body.",
  soapVersao: "A versão do envelope não é a 1.1 nem a 1.2 do SOAP.",
  soapCorpo: "O Body deve ter uma só mensagem.",
  soapCabecalho: "Este serviço não conhece um dos cabeçalhos marcados como mustUnderstand.",
  soapOperacao: "O serviço não tem esta operação. Veja no WSDL as que existem.",
  soapSemToken: "Envie o token no cabeçalho SOAP Autenticacao/token.",
  soapArquivoGrande: "O arquivo passa de {limite}: baixe-o por {endereco}.",
  soapConteudo: "O conteúdo do arquivo não é base64, ou não é gzip como foi declarado.",
  conexoesDemais: "Há pedidos demais deste endereço ao mesmo tempo. Tente de novo em instantes.",
  soapOcupado: "Há arquivos demais chegando por SOAP. Tente de novo em instantes.",
  soapSaidaOcupada:
    "Há arquivos demais saindo por SOAP. Tente de novo em instantes, ou baixe-o por {endereco}.",
  soapLento: "O pedido está chegando devagar demais. Envie o arquivo por REST ou use uma conexão melhor.",
  feedDesligado:
    "Rejeição: nenhuma conta do Malote liberou o feed deste CNPJ. Um administrador pode liberá-lo em Administrador, Empresas",
  feedDeVarias:
    "Rejeição: mais de uma conta do Malote liberou o feed deste CNPJ. Use o endereço com o identificador da conta",
  feedSemProva:
    "Rejeição: a conta do Malote que liberou o feed deste CNPJ não tem certificado válido da empresa. Use o endereço com o identificador da conta",
  feedNaoProvada:
    "Rejeição: a empresa deste CNPJ ainda não está comprovada na conta do Malote. Envie o certificado A1 dela em Administrador, Empresas",
  feedMuitasPerguntas: "Muitas consultas ao feed. Tente de novo em {minutos} min.",
} as const;

/** The `title` of each status of a problem (RFC 9457). */
export const PROBLEM_TITLES: Readonly<Record<number, string>> = {
  400: "Pedido inválido",
  401: "Sem autenticação",
  403: "Sem permissão",
  404: "Não encontrado",
  405: "Verbo não aceito",
  408: "Tempo esgotado",
  409: "Conflito",
  412: "O recurso mudou",
  413: "Grande demais",
  415: "Formato não aceito",
  416: "Trecho inexistente",
  422: "Pedido recusado",
  429: "Muitas chamadas",
  500: "Erro interno",
  503: "Indisponível",
};
