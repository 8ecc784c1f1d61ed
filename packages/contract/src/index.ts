export type { Perfil, Permissao } from "./acesso.ts";
export { ACESSO, PERFIS, perfisDaApi, permissaoOf, permissaoOfAll, readPath } from "./acesso.ts";
export type { ArquivoRow, CampoArquivo } from "./arquivos.ts";
export { ARQUIVOS } from "./arquivos.ts";
export { senhaConfirmada } from "./campos/confirmacao.ts";
export { parseData, parseHora } from "./campos/data-hora.ts";
export { parseDecimal, parseInteiro } from "./campos/numero.ts";
export type {
  FalhaArquivo,
  FalhaCaixa,
  FalhaConsulta,
  FalhaManifestacao,
  ProblemaDistribuicao,
} from "./causas.ts";
export {
  AVISO_AUDITOR,
  FALHA_ARQUIVO,
  FALHA_CAIXA,
  FALHA_CONSULTA,
  FALHA_EVENTO,
  FALHA_MANIFESTACAO,
  MANIFESTACAO_RECUSADA,
  NOTA_DISTRIBUICAO,
  PROBLEMA_DISTRIBUICAO,
  PROVA_CAIXA,
} from "./causas.ts";
export type { Devolvido } from "./devolvidos.ts";
export { DEVOLVIDOS } from "./devolvidos.ts";
export type { Envelope, ErroCampo, RecusaCampo } from "./envelope.ts";
export { RPC_ERROR, UNAUTHORIZED } from "./envelope.ts";
export type { Escopo } from "./escopos.ts";
export { ESCOPOS, ESCOPOS_INICIAIS, escopoOf, isEscopo } from "./escopos.ts";
export { EXPORTACAO_TEXTOS, FILTRO_TEXTOS } from "./exportacao-textos.ts";
export type { Destino, EstadoEmail, Motivo, Ressalva } from "./fates.ts";
export { DESTINO_ROTULO, DESTINOS, MOTIVOS, RESSALVAS } from "./fates.ts";
export * from "./limits.ts";
export type { MensagemKey } from "./mensagens.ts";
export { formatMensagem, MENSAGENS } from "./mensagens.ts";
export { MENSAGENS_DAS_PESSOAS } from "./mensagens-das-pessoas.ts";
export { MENSAGENS_DAS_PORTAS, TITULOS_DE_PROBLEMA } from "./mensagens-das-portas.ts";
export { MENSAGENS_DAS_TELAS } from "./mensagens-das-telas.ts";
export { MENSAGENS_DO_OPERADOR } from "./mensagens-do-operador.ts";
export { MENSAGENS_DOS_CAMPOS } from "./mensagens-dos-campos.ts";
export { MENSAGENS_DOS_PARAMETROS } from "./mensagens-dos-parametros.ts";
export type { Access, MethodRow, ParamsLimit, Recente, ResultSchema, Shape } from "./method.ts";
export { paramsLimitOf } from "./method.ts";
export type { Acao } from "./registro-textos.ts";
export { isAcao, REGISTRO_TEXTOS } from "./registro-textos.ts";
export {
  FEED_LIMIT,
  IDEMPOTENCY_DIA_MAX,
  IDEMPOTENCY_KEY_MAX,
  LOTE_MARCAS_MAX,
  operacaoWire,
  pageWire,
  problemaWire,
} from "./rest/comum.ts";
export { ESQUEMAS_REST } from "./rest/nomes.ts";
export type { FormularioRest, RespostaRest, RestRow, SecaoRest, VerboRest, VersaoDe } from "./rest/rota.ts";
export { SECOES_REST } from "./rest/rota.ts";
export type { CorpoOf, EntradaOf, Rest, RotaName } from "./rest/table.ts";
export { getRestRow, REST, ROTAS } from "./rest/table.ts";
export { CAMPOS_REST, INTRODUCAO_REST } from "./rest/textos.ts";
export { AUDITOR_ORDERS, AUDITOR_TIPOS, auditorFilter } from "./services/auditor.ts";
export type { TipoCaixa } from "./services/caixa-email.ts";
export { AUTENTICACOES_CAIXA, CAIXA_ORDERS, PASSOS_PROVA, TIPOS_CAIXA } from "./services/caixa-email.ts";
export { downloadWire, REPOSITORIO_PAPEIS } from "./services/download.ts";
export type { TipoAnexo } from "./services/email.ts";
export { EMAIL_ORDERS, RESULTADOS_ANEXO, TIPOS_ANEXO } from "./services/email.ts";
export {
  CADEIAS,
  certificadoWire,
  DISTRIBUICOES,
  EMPRESA_ORDERS,
  PROVAS_EMPRESA,
  SITUACOES_CERTIFICADO,
} from "./services/empresa.ts";
export {
  arquivoPedidoWire,
  ESTADOS_ARQUIVO,
  exportacaoWire,
  FORMATOS_EXPORTACAO,
} from "./services/exportacao.ts";
export type { EstadoImportacao } from "./services/importacao.ts";
export { ESTADOS_IMPORTACAO, importacaoErroWire, importacaoWire } from "./services/importacao.ts";
export { hasSite, withoutLinks } from "./services/nomes.ts";
export { SITUACOES_PUBLICAS } from "./services/nota.ts";
export type { CampoDoItemEnviado, PedeEnviado, TipoEventoEnviado } from "./services/nota-evento.ts";
export {
  CAMPOS_DO_ITEM,
  PEDE_DO_EVENTO,
  ROTULO_DO_CAMPO,
  TIPOS_EVENTO_ENVIADO,
} from "./services/nota-evento.ts";
export { NOTA_ORDERS, notaFilter, STATUS_AUSENTE } from "./services/nota-filtro.ts";
export { CONSULTA_ORIGENS } from "./services/nota-sefaz.ts";
export type { ArmazenamentoTipo, FilaSituacao, FilaTipo } from "./services/operador.ts";
export {
  ARMAZENAMENTO_NOMES,
  FILA_NOMES,
  FILA_SITUACOES,
  FILA_TIPOS,
  OPERADOR_ATOS,
  TRABALHO_NOMES,
} from "./services/operador.ts";
export { AGRUPAMENTOS } from "./services/painel.ts";
export {
  captcha,
  email,
  identificador,
  isSenhaForte,
  nomePessoa,
  nomeUsuario,
  obrigatorio,
  senhaNova,
  tipoPessoa,
  uf,
} from "./services/regras.ts";
export { USUARIO_ORDERS } from "./services/usuario.ts";
export type { EntregaEstado, EntregaTipo, WebhookMotivo, WebhookTipo } from "./services/webhook.ts";
export {
  ENTREGA_ESTADOS,
  ENTREGA_TIPOS,
  entregaDetalheWire,
  entregaWire,
  WEBHOOK_MOTIVOS,
  WEBHOOK_TIPOS,
  webhookWire,
} from "./services/webhook.ts";
export type { CampoSoap, Forma } from "./soap/forma.ts";
export type { DescricaoSoap, OperacaoSoap } from "./soap/operacoes.ts";
export {
  describeOperacao,
  isOperacaoSoap,
  nomeSoapOf,
  OPERACOES_SOAP,
  SOAP_NAMESPACE,
} from "./soap/operacoes.ts";
export type { AccessOf, MethodName, Methods, ParamsOf, ParsedParamsOf, ResultOf } from "./table.ts";
export { getMethodRow, isMethodName, METHODS } from "./table.ts";
export type { Gravidade, Veredito } from "./vereditos.ts";
export {
  GRAVIDADES,
  NFE_STATUS,
  NFE_STATUS_OUTRO,
  STATUS_DETALHE,
  STATUS_PALAVRA,
  VEREDITO_ROTULO,
  VEREDITOS,
} from "./vereditos.ts";
export type { FalhaWebhook } from "./webhook-textos.ts";
export { FALHA_WEBHOOK, isFalhaWebhook } from "./webhook-textos.ts";
export { instant, reviveDates } from "./wire.ts";
export {
  diaHoraParam,
  diaParam,
  formatWireInstant,
  instantParam,
  parseWireInstant,
  placeDates,
} from "./wire-dates.ts";
