import { ENDPOINT_MESSAGES } from "./endpoints.ts";
import { FIELD_MESSAGES } from "./fields.ts";
import { LOTE_MESSAGES } from "./lotes.ts";
import { OPERADOR_MESSAGES } from "./operador.ts";
import { PARAM_MESSAGES } from "./params.ts";
import { PEOPLE_MESSAGES } from "./people.ts";
import { SCREEN_MESSAGES } from "./screens.ts";
import { VISAO_MESSAGES } from "./visoes.ts";
import { WEBHOOK_MESSAGES } from "./webhooks.ts";

/** Every sentence that the server writes for users, by key. Those of spec §5, §6 and §8 are word for word.
 * `{name}` is replaced by a value given with the refusal. */
export const MESSAGES = {
  ...SCREEN_MESSAGES,
  ...PEOPLE_MESSAGES,
  ...ENDPOINT_MESSAGES,
  ...FIELD_MESSAGES,
  ...PARAM_MESSAGES,
  ...LOTE_MESSAGES,
  ...VISAO_MESSAGES,
  ...WEBHOOK_MESSAGES,
  ...OPERADOR_MESSAGES,
  // entrada
  credenciaisInvalidas: "Identificador, usuário ou senha não conferem.",
  senhaDaDemo:
    "Esta é a senha da demonstração, que todos conhecem, e só vale nela. Use “Esqueci a senha” para escolher outra.",
  muitasTentativas: "Muitas tentativas de acesso. Aguarde {minutos} min e tente de novo.",
  usuarioInativo: "Este usuário está inativo. Fale com o administrador da conta.",
  sandboxDesligado: "Esta é uma conta de demonstração e o ambiente de demonstração está desligado.",
  // campos
  paginaFunda: "A lista mostra até {limite} documentos. Use um filtro mais específico.",
  // importação (spec §8)
  erroTransmitindoArquivo: "Erro tentando transmitir arquivo.",
  falhaUploadArquivo: "Falha no upload do arquivo.",
  importacaoGrande: "O arquivo tem mais de {limite} e não pode ser importado. Divida-o em partes menores.",
  importacaoFormato: "Envie um arquivo XML ou ZIP.",
  importacaoVazia: "O arquivo está vazio.",
  importacoesDemais:
    "Já há {limite} arquivos em importação nesta conta. Espere um deles terminar e envie de novo.",
  // exportação e repositório
  erroProcessandoRequisicao: "Erro processando requisição",
  exportacaoLimite:
    "A exportação em {formato} aceita no máximo {limite} documentos, e o filtro tem {total}. Use um filtro mais específico.",
  exportacaoVazia: "Nenhum documento corresponde ao filtro: não há o que exportar.",
  exportacaoSoQuarentena:
    "Documentos em quarentena não são exportados, e com este filtro não há outros. Libere-os ou mude o filtro.",
  exportacaoNaoEncontrada: "Exportação não encontrada.",
  repositorioNaoEncontrado: "Download do repositório não encontrado.",
  repositorioVazio: "Nenhum documento no período com estas condições.",
  repositorioLimite:
    "Um download pode ter no máximo {limite} documentos, e o pedido tem {total}. Escolha um período menor.",
  repositorioLimitePdf:
    "Com PDF, um download pode ter no máximo {limite} documentos, e o pedido tem {total}. Escolha um período menor ou peça só o XML.",
  repositorioUmSemPdf: "1 documento sem PDF: não pôde ser impresso.",
  repositorioSemPdf: "{quantos} documentos sem PDF: não puderam ser impressos.",
  repositorioRetidos:
    "O antivírus reteve {quantos} documentos, que ficaram fora do arquivo. O índice diz quais.",
  repositorioTipoSemEmpresa: "Esta empresa não está cadastrada na conta.",
  arquivosDemais: "Já há {limite} arquivos em preparo nesta conta. Aguarde um deles ficar pronto.",
  arquivoExpirado: "O arquivo expirou e foi removido. Peça-o de novo.",
  arquivoComVirus:
    "O antivírus reteve este arquivo: {assinatura}. Ele não pode ser baixado. Peça ao remetente que confira o que enviou.",
  arquivoSemExame:
    "Este arquivo é maior do que o antivírus examina e não pode ser baixado. Baixe as partes dele ou fale com quem opera o Malote.",
  antivirusFora: "O antivírus não respondeu, e sem ele o arquivo não é entregue. Tente de novo em 1 minuto.",
  arquivoEmPreparo: "O arquivo ainda não está pronto.",
  papelIndisponivel: "Este documento não tem impressão.",
  eventoNaoEncontrado: "Evento não encontrado.",
  // documentos
  notaEmQuarentena: "O documento está em quarentena e não pode ser marcado.",
  notaForaDeQuarentena: "O documento não está em quarentena.",
  notaJaEmQuarentena: "O documento já está em quarentena.",
  notaSemMotivoDeQuarentena: "Só volta à quarentena um documento liberado dela ou que a SEFAZ contradiz.",
  liberacaoMotivoTamanho: "Escreva o motivo com {min} a {max} caracteres.",
  sefazSemCertificado: "Não há certificado para consultar a SEFAZ por esta empresa.",
  sefazSemEndereco: "Nenhuma SEFAZ responde por este documento: a chave dele não é de uma UF.",
  sefazForaDoPrazo: "A SEFAZ não responde mais sobre documentos emitidos há mais de {dias} dias.",
  sefazConsultaRecente:
    "Este documento foi consultado há pouco. A SEFAZ limita consultas repetidas; tente de novo em {minutos} min.",
  // auditor e XMLs que faltam
  xmlJaChegou: "O XML deste documento já chegou, ou ele não está mais autorizado.",
  xmlDeEmpresaPropria: "O emitente é uma empresa da conta: o XML está com ela.",
  xmlSemEmpresa: "A SEFAZ não disse para qual empresa da conta é este documento.",
  pedidoSemEndereco: "Nenhum endereço conhecido deste fornecedor. Um administrador pode digitar um.",
  pedidoEnderecoNovo: "Só um administrador pede o XML a um endereço de que nada chegou ainda.",
  pedidoEnderecoDaDemonstracao: "A conta de demonstração só envia e-mails a endereços inventados.",
  pedidoDeVariosFornecedores: "Com um endereço, peça os XMLs de um fornecedor por vez.",
  pedidoSemCaixa:
    "Cadastre uma caixa de e-mail antes: o fornecedor precisa de um endereço para onde mandar o XML.",
  pedidoSemCorreio: "Este Malote não tem um servidor de e-mail para enviar o pedido.",
  pedidosDemaisNoDia: "A conta já enviou {max} pedidos hoje. Peça os outros amanhã.",
  pedidosDemaisAoEndereco: "Este endereço já recebeu {max} pedidos hoje. Peça de novo amanhã.",
  // manifestação do destinatário; spec §6 and §8 word for word
  manifestacaoSemPermissao: "Usuário não possui permissão para manifestação do destinatário.",
  manifestacaoNaoVolta:
    "Uma manifestação registrada na SEFAZ não pode ser desfeita. Para mudar, registre outra no lugar dela.",
  justificativaTamanho: "Escreva a justificativa com {min} a {max} caracteres.",
  justificativaCaracteres:
    "A justificativa tem caracteres que a SEFAZ não aceita, como emojis. Use letras, números e pontuação comuns.",
  justificativaSobra: "Só a operação não realizada tem justificativa.",
  manifestacaoSoNfe: "A manifestação do destinatário só existe para NF-e (modelo 55).",
  manifestacaoSoRecebida: "Só o destinatário se manifesta, e esta NF-e foi emitida pela sua empresa.",
  manifestacaoDeTerceiros: "Nenhuma empresa da conta é a destinatária desta NF-e.",
  manifestacaoEmQuarentena: "O documento está em quarentena e precisa ser liberado antes da manifestação.",
  manifestacaoDesativada:
    "A manifestação do destinatário está desligada para {empresa}. Ligue-a no cadastro da empresa.",
  manifestacaoSemCertificado:
    "A manifestação é assinada com o certificado de {empresa}, que não foi enviado. Envie o certificado A1 dela.",
  manifestacaoCertificadoVencido:
    "O certificado de {empresa} venceu em {data}. Envie o novo certificado A1 para manifestar.",
  manifestacaoCertificadoFuturo: "O certificado de {empresa} só vale a partir de {data}.",
  manifestacaoDeDesconhecida:
    "A SEFAZ não conhece esta NF-e, e por isso não há o que manifestar. Peça ao emitente o XML autorizado.",
  manifestacaoDeCancelada: "A NF-e está cancelada na SEFAZ e não recebe manifestação.",
  manifestacaoDeDenegada: "O uso da NF-e foi denegado pela SEFAZ e ela não recebe manifestação.",
  // outros eventos do destinatário e do tomador
  eventoDeOutroModelo: "Este evento não existe para este tipo de documento.",
  eventoSoDestinatario:
    "Só o destinatário envia este evento, e nenhuma empresa da conta é a destinatária desta NF-e.",
  eventoSoTomador:
    "Só o tomador do serviço envia este evento, e nenhuma empresa da conta é a tomadora deste CT-e.",
  eventoEmQuarentena: "O documento está em quarentena e precisa ser liberado antes do envio de eventos.",
  eventoDeDesconhecido: "A SEFAZ não conhece este documento, e por isso ele não recebe eventos.",
  eventoDeCancelado: "O documento está cancelado na SEFAZ e não recebe este evento.",
  eventoDeDenegado: "O uso do documento foi denegado pela SEFAZ e ele não recebe este evento.",
  eventoForaDoPrazo: "O prazo para este evento terminou em {data}.",
  eventoEmEnvio: "Outro evento deste tipo está sendo enviado. Aguarde o resultado dele.",
  eventoSoNotaDeCredito: "Este evento só cabe em nota de crédito (finalidade 5).",
  eventoNadaACancelar: "Não há evento da sua empresa registrado nesta nota que possa ser cancelado.",
  eventoSemDesacordo: "Não há desacordo da sua empresa registrado neste CT-e.",
  desacordoRegistrado: "O desacordo deste CT-e já está registrado.",
  eventoCampoFalta: "Preencha {campo} do item {item}.",
  eventoCampoInvalido: "{campo} do item {item}: o leiaute da SEFAZ não aceita este valor.",
  eventoCampoSobra: "Este evento não aceita {campo}.",
  eventoSemItens: "Escolha pelo menos um item da nota.",
  eventoItemInexistente: "A nota não tem o item {item}.",
  eventoQuantidadeDemais: "A quantidade do item {item} é maior que a da nota: {quantidade}.",
  eventoItemRepetido: "O item {item} aparece mais de uma vez.",
  eventoSemEscolha: "Escolha se a empresa aceita ou não.",
  eventoSemAlvo: "Escolha o evento que será cancelado.",
  eventoImpostoPelaMetade:
    "No item {item}, preencha código, percentual e valor do {imposto}, ou nenhum deles.",
  eventoSemImposto: "No item {item}, preencha o crédito de IBS, de CBS ou dos dois.",
  cienciaForaDoPrazo:
    "O prazo da ciência terminou em {data}. As outras manifestações ainda são aceitas até {conclusiva}.",
  prazoCienciaTerminou: "O prazo de dez dias da ciência terminou. Peça o XML ao fornecedor.",
  manifestacaoForaDoPrazo: "O prazo para esta manifestação terminou em {data}.",
  cienciaDepoisDaConclusiva: "A NF-e já tem uma manifestação conclusiva, e a ciência só cabe antes dela.",
  cienciaRepetida: "A ciência desta NF-e já está registrada e só pode ser registrada uma vez.",
  manifestacaoVigente: "Esta já é a manifestação em vigor para a NF-e.",
  manifestacaoEsgotada: "Esta manifestação já foi registrada {vezes} vezes, o máximo que a SEFAZ aceita.",
  manifestacaoSemResposta: "A SEFAZ ainda não respondeu. Tentaremos de novo.",
  manifestacaoEmEnvio: "Outra manifestação desta NF-e está sendo enviada. Aguarde o resultado dela.",
  // e-mails
  anexoNaoEncontrado: "Anexo não encontrado.",
  emailEmLeitura: "Esta mensagem ainda está sendo lida. Aguarde e tente de novo.",
  originalNaoGuardado:
    "O original desta mensagem não está guardado, e por isso não pode ser baixado nem lido de novo.",
  // caixas
  caixaSenhaObrigatoria: "Senha deve ser informada.",
  caixaSegredoObrigatorio: "Informe o segredo do aplicativo ou o token de renovação do provedor.",
  caixaTokenUrl: "O endereço do token deve começar com https:// e não levar usuário nem senha.",
  caixaRepetida: "Esta caixa já está cadastrada: mesmo servidor, usuário e pasta.",
  // spec §8
  caixaNaoExcluida: "Não foi possível excluir a caixa de e-mail.",
  muitosTestesCaixa: "Muitos testes de conexão seguidos. Aguarde {minutos} min.",
  caixaOauthSemTls: "Com OAuth2, escolha um tipo com TLS: sem ele o token trafegaria sem criptografia.",
  muitasCaixasSalvas: "Muitas conexões de caixa salvas em pouco tempo. Aguarde {minutos} min.",
  coletaPedidaHaPouco: "A coleta desta caixa foi pedida há menos de um minuto. Aguarde um pouco.",
  muitasColetasPedidas:
    "Muitas coletas pedidas em pouco tempo. Aguarde {minutos} min; a coleta automática continua.",
  // empresas
  // spec §8
  empresaNaoExcluida: "Não foi possível excluir a empresa.",
  empresaRepetida: "Já há uma empresa com este CNPJ.",
  empresaCnpjComDocumentos:
    "Esta empresa já tem documentos, e por isso o CNPJ dela não muda. Cadastre o outro CNPJ como nova empresa.",
  empresaComCpf: "Só uma conta de pessoa física tem empresa com CPF. Informe o CNPJ.",
  cienciaSemAuditor: "A ciência automática precisa do auditor e da manifestação ligados nesta empresa.",
  logoUploadFalhou: "Falha no envio do logotipo.",
  logoArquivoObrigatorio: "Escolha a imagem do logotipo (PNG ou JPEG).",
  logoGrande: "A imagem passa de {limite}. Escolha uma menor.",
  logoFormato: "Esta imagem não é um PNG ou JPEG válido para impressão.",
  logoPixels: "A imagem tem {largura} × {altura} pixels. O máximo é {limite} × {limite}.",
  logoAusente: "Esta empresa não tem logotipo.",
  // gráficos
  graficoIlegivel: "O gráfico enviado não pôde ser lido.",
  graficoGrande: "O gráfico passa de {limite}. Escolha um período menor.",
  graficoTipo: "Escolha o formato do gráfico: PNG, JPEG ou SVG.",
  graficoMedidas: "A largura do gráfico vai até {largura} pixels, e a escala de 1 a {escala}.",
  graficoFalhou: "O gráfico não pôde ser desenhado agora. Tente de novo, ou exporte em SVG.",
  graficosDemais: "Há gráficos demais sendo exportados. Tente de novo em instantes.",
  // certificados; as duas primeiras: spec §5 e §8
  certificadoSenhaObrigatoria: "Senha deve ser informada.",
  certificadoUploadFalhou: "Falha no upload do certificado.",
  certificadoArquivoObrigatorio: "Escolha o arquivo do certificado (.pfx ou .p12).",
  certificadoGrande: "O arquivo passa de {limite}. Um certificado A1 tem poucos KB: escolha o .pfx ou .p12.",
  certificadoSenhaErrada:
    "A senha não abre este certificado. Digite a senha do arquivo, com maiúsculas e minúsculas.",
  certificadoSemChave:
    "O arquivo não traz a chave privada. Exporte o certificado de novo, com a chave privada (.pfx ou .p12).",
  certificadoIlegivel: "Este arquivo não é um certificado A1 válido. Envie o .pfx ou .p12.",
  certificadoSemCnpj: "Este certificado é de uma pessoa ({titular}), sem CNPJ. Envie o e-CNPJ da empresa.",
  certificadoDeOutroCnpj:
    "Este certificado é do CNPJ {deles}, de outra empresa. O CNPJ desta empresa é {nosso}.",
  certificadoVencido: "Este certificado venceu em {dia}. Envie o novo.",
  certificadoAindaNaoVale: "Este certificado só vale a partir de {dia}.",
  certificadoCadeiaDesconhecida:
    "O Malote não reconhece a autoridade da ICP-Brasil que emitiu este certificado. Exporte-o de novo com a cadeia de certificação ou peça a quem opera o Malote que complete a pasta de autoridades.",
  certificadosOcupados: "Há muitos certificados sendo lidos agora. Envie o seu de novo em um minuto.",
  muitosCertificados: "Muitos envios de certificado em pouco tempo. Aguarde {minutos} min.",
  // arquivos
  formatoNaoDisponivel: "Este formato de arquivo ainda não está disponível.",
  arquivoNaoEncontrado: "Arquivo não encontrado.",
  arquivoSemSessao: "Entre no Malote para baixar o arquivo.",
  // pedidos que não se entendem, para quem escreve a integração
  loteGrande: "Um lote pode ter até {limite} chamadas.",
  loteSenhas: "Um lote pode ter só uma chamada com senha. Envie as outras em pedidos separados.",
  parametrosPorNome: "Os parâmetros vão por nome, em um objeto.",
  caractereProibido: "O texto tem um caractere que não é aceito (NUL).",
  corpoGrande: "O pedido passa de {limite}.",
  corpoNaoJson: "O corpo do pedido deve ser JSON em UTF-8 (Content-Type: application/json).",
  corpoGrandeSemToken:
    "O pedido passa de {limite}. Para enviar até {maximo}, envie o token no cabeçalho Authorization: Bearer TOKEN.",
  corpoCheio: "O pedido tem mais de {limite} chaves e itens.",
  parametrosCheios: "Esta chamada aceita até {caracteres} caracteres e {itens} chaves e itens.",
  errosDemais: "Há mais {total} erros, não listados nesta resposta.",
  idLongo: "O id da chamada pode ter até {limite} caracteres.",
  corpoFundo: "O pedido tem objetos ou listas demais um dentro do outro.",
  origemAlheia: "O pedido veio de outro site e foi recusado.",
  metodoSoPost: "Este método só aceita POST.",
  verboNaoAceito: "Este endereço não aceita este verbo HTTP.",
  enderecoNaoEncontrado: "Endereço não encontrado.",
} as const;

/** A key of {@link MESSAGES}: a wrong key does not compile. */
export type MessageKey = keyof typeof MESSAGES;

/** Fills the `{name}` placeholders of a sentence. */
export function formatMessage(key: MessageKey, values: Record<string, string | number> = {}): string {
  return MESSAGES[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
