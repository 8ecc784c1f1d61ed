import {
  API_TOKEN_GRACE_HOURS,
  API_TOKEN_GRACE_MAX_HOURS,
  API_TOKENS_MAX,
  CONVITE_MS,
  GROUP_BY_DAY_MAX,
  GROUP_BY_MONTH_MAX,
  GROUP_BY_WEEK_MAX,
  JUSTIFICATIVA_MAX,
  JUSTIFICATIVA_MIN,
  LIBERACAO_REASON_MAX,
  LIBERACAO_REASON_MIN,
  LOTE_DESFAZER_HORAS,
  LOTE_DIAS,
  LOTE_FILTRO_MAX,
  LOTE_IDS_MAX,
  LOTE_MAX,
  type MethodName,
  PASSKEYS_MAX,
  SEARCH_MIN,
  SUGGESTIONS_MAX,
  VISOES_COMPARTILHADAS_MAX,
  VISOES_MAX,
} from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";

/** What each method does, for developers of integrations. */
export const METHOD_DESCRIPTIONS: Readonly<Record<MethodName, string>> = {
  "Auth.logar":
    "Entra e devolve o token da sessão. `codigo` (ou `passkey`, de Passkey.startEntrada) só é pedido de quem tem o segundo fator, depois que nome e senha conferem.",
  "Auth.retomar":
    "Um token novo para outra aba do mesmo navegador, pelo cookie de arquivos; só para as páginas do próprio Malote.",
  "Auth.sair": "Encerra a sessão.",
  "Auth.getListSessao": "As sessões abertas de quem chama.",
  "Auth.endSessao": "Encerra uma das próprias sessões.",
  "Auth.endOutrasSessoes": "Encerra todas as próprias sessões menos esta.",
  "Auth.startSegundoFator":
    "Começa a ligar o segundo fator: um segredo para o aplicativo autenticador, que só vale depois de Auth.confirmSegundoFator.",
  "Auth.confirmSegundoFator":
    "Liga o segundo fator e encerra as outras sessões da pessoa. Os códigos de reserva são mostrados só desta vez.",
  "Auth.removeSegundoFator":
    "Desliga o próprio aplicativo autenticador, com um código dele ou uma passkey; se a pessoa entrou há mais de 15 minutos, também com a senha.",
  "Auth.reautenticar":
    "Confirma de novo quem chama, com a senha, um código do segundo fator ou uma passkey (Passkey.startProva): as alterações sensíveis voltam a ser aceitas por 15 minutos. Valem os mesmos limites do login: depois de algumas falhas é preciso esperar.",
  "Passkey.getListPasskey":
    "As próprias passkeys. `origem` é o único endereço em que este Malote as aceita; `null`: em nenhum, porque o navegador não as aceita em endereço IP nem sem HTTPS.",
  "Passkey.startPasskey":
    "Começa a cadastrar uma passkey: as opções para `navigator.credentials.create`. Valem 5 minutos e servem uma vez.",
  "Passkey.confirmPasskey": `Guarda a passkey. A primeira, sem aplicativo autenticador, liga o segundo fator: encerra as outras sessões e traz os códigos de reserva, mostrados só desta vez. Até ${PASSKEYS_MAX} por usuário.`,
  "Passkey.renamePasskey": "Muda o nome de uma das próprias passkeys.",
  "Passkey.removePasskey":
    "Remove uma das próprias passkeys. A última de quem não tem aplicativo autenticador pede também `codigo` ou `passkey`: desliga o segundo fator.",
  "Passkey.startProva":
    "Um desafio para confirmar a própria identidade com uma das passkeys. Vale 5 minutos e serve uma vez.",
  "Passkey.startEntrada":
    "Um desafio para entrar com passkey, o mesmo para todos. Vale 5 minutos e serve uma vez.",
  "Passkey.logar":
    "Entra só com a passkey, depois que o aparelho confirmou a pessoa, e devolve o token da sessão.",
  "Usuario.getUsuarioAtual":
    "Quem chama e a conta. Com um token: o nome de quem o gerou, com as permissões do token.",
  "Usuario.getAPIToken": "O token principal da conta, mascarado; `null` enquanto não houver.",
  "Usuario.setNewAPIToken":
    "Gera o token principal, ou outro segredo para ele. O anterior deixa de valer na hora, e o novo só é mostrado desta vez: o Malote guarda só o hash, e Usuario.getAPIToken traz a máscara. Para que os dois valham por um tempo, use ApiToken.rotateApiToken.",
  "ApiToken.getListApiToken":
    "Os tokens da conta, sem os segredos: escopos, empresas, validade, último uso e quantas chamadas fizeram.",
  "ApiToken.saveApiToken": `Sem \`id\`, cria um token, que só é mostrado desta vez (em \`token\`); com \`id\`, muda nome, escopos, empresas e validade, e o segredo fica. Até ${API_TOKENS_MAX} tokens; \`empresas\` em \`null\` são todas.`,
  "ApiToken.rotateApiToken": `Troca o segredo do token; o novo só é mostrado desta vez. O anterior vale ainda por \`gracaHoras\` (ausente: ${API_TOKEN_GRACE_HOURS}; até ${API_TOKEN_GRACE_MAX_HOURS}; 0 encerra na hora); se já havia dois, o mais antigo deixa de valer na hora.`,
  "ApiToken.revokeApiToken": "Revoga o token na hora, com todos os segredos.",
  "Usuario.getListUsuario": "Os usuários da conta.",
  "Usuario.getUsuario": "Um usuário.",
  "Usuario.saveUsuario":
    "Sem `id`, cria um usuário e envia o convite; com `id`, muda o que vier e deixa o resto. Um administrador muda qualquer usuário, o proprietário também; ninguém retira `ativo` e `administrador` do proprietário nem de si mesmo: 'Acesso restrito.'. `newPassword` é só para si mesmo, sempre com `senhaAtual`, também exigida para trocar o próprio e-mail: assim, quem encontra uma sessão aberta não consegue tomar o usuário.",
  "Usuario.deleteUsuario":
    "Desativa o usuário e apaga os dados pessoais dele; o registro do que ele fez é mantido.",
  "Usuario.getMeusDados":
    "O que o Malote guarda sobre quem chama: o perfil, as sessões, as passkeys, os tokens que criou (sem os segredos) e os próprios atos do registro, dos mais novos aos mais antigos, mil por vez. `proximo` é o `antesDe` dos mil seguintes; `null` quando acabaram.",
  "Usuario.deleteMeusDados":
    "Encerra o próprio acesso e apaga os próprios dados pessoais, como Usuario.deleteUsuario; `nomeUsuario` é o próprio, para confirmar. O proprietário da conta não pode.",
  "Usuario.saveColor": "Muda a própria cor; `null` volta à cor padrão.",
  "Usuario.setAtivo": "Ativa ou inativa um usuário. Inativar encerra as sessões dele.",
  "Usuario.resetPassword":
    "Envia o link de nova senha a um e-mail. A resposta é a mesma, exista ou não um usuário com ele. O link vale 1 hora.",
  "Usuario.loadSetupPassword": "De quem é o link de nova senha.",
  "Usuario.saveSetupPassword":
    "Troca a senha pelo link, que só serve uma vez, e encerra todas as sessões da pessoa.",
  "Usuario.inviteUsuario": `Convida alguém novo; com o \`id\` de quem ainda não entrou, envia outro e-mail, e o link anterior deixa de valer. O link vale ${CONVITE_MS / HOUR_MS} horas.`,
  "Usuario.loadInviteUsuario": "De quem é o convite.",
  "Usuario.saveInviteUsuario": "Aceita o convite: confirma os nomes e cria a senha.",
  "Lote.getContagem":
    "Quantos documentos aceitam cada marca e cada manifestação, e por que os outros não, antes de começar um lote.",
  "Lote.startMarca": `Põe ou tira uma marca de até ${LOTE_IDS_MAX} documentos pelos \`ids\`, ou de até ${LOTE_FILTRO_MAX} de um filtro. Roda no servidor; cada documento tem o seu resultado.`,
  "Lote.startManifestacao":
    "O mesmo com uma manifestação, que é assinada e enviada à SEFAZ e não pode ser retirada, só trocada por outra.",
  "Lote.getListLote": `Os lotes da conta, do mais novo ao mais antigo; com \`abertos\`, só os que não terminaram. Guardados por ${LOTE_DIAS} dias.`,
  "Lote.getLote": "Um lote, com quantos documentos tem em cada resultado.",
  "Lote.getListDocumento": "Os documentos de um lote, cada um com o seu resultado; os recusados primeiro.",
  "Lote.endLote":
    "Para um lote: o que ainda está na fila fica de fora, e o que já foi enviado à SEFAZ termina.",
  "Lote.startDesfazer": `Começa o lote que devolve as marcas que ninguém alterou depois, até ${LOTE_DESFAZER_HORAS} h depois do fim.`,
  "Lote.retryLote": "Começa um lote com os documentos que foram recusados ou que ficaram de fora.",
  "Nota.getListNota":
    "Uma página de documentos. Todo filtro ausente não restringe nada. Com `createFileType` (`CSV`, `PDF` ou `XLSX`, só por POST) pede também a exportação de tudo o que o filtro seleciona.",
  "Nota.getNota":
    "Um documento inteiro. `evidencia` compara, campo a campo, o XML recebido, o que a SEFAZ informou e o que o e-mail diz.",
  "Nota.getNotaJson":
    "O XML do documento como JSON: toda tag, na ordem; os valores são textos, o que se repete é lista, e o nome de um atributo começa por `@`.",
  "Nota.getNumeroDivergencias":
    "Quantos documentos têm na SEFAZ um status diferente do que veio no arquivo, por tipo. `searchDateRange` são os dias em que a divergência foi encontrada, qualquer que seja a emissão.",
  "Nota.getNotasDivergentes": "Quais são eles.",
  "Nota.globalSearchNota": `Busca por chave, número ou CNPJ/CPF, inteiros ou pelo começo, ou por parte do nome, com ao menos ${SEARCH_MIN} caracteres; até ${SUGGESTIONS_MAX} resultados de cada tipo.`,
  "Nota.getNotaDownloadPublico":
    "Usa o captcha e devolve um `ticket`, que downloadPublico aceita como `captcha` para esta chave por 10 minutos.",
  "Nota.getNotasEntradaEmAberto":
    "Quantos documentos recebidos ainda não foram processados no ERP, por tipo.",
  "Nota.setProcessadoErp": "Marca ou desmarca o documento como processado no ERP.",
  "Nota.setRecebido": "Marca ou desmarca o documento como recebido.",
  "Nota.setConferido": "Marca ou desmarca o documento como conferido.",
  "Nota.liberarQuarentena": `Tira o documento da quarentena, com um motivo de ${LIBERACAO_REASON_MIN} a ${LIBERACAO_REASON_MAX} caracteres.`,
  "Nota.colocarQuarentena": `Coloca o documento em quarentena, com um motivo do mesmo tamanho: só um que foi liberado dela, ou que a SEFAZ contradiz. Ele sai dos totais, das exportações e do feed até ser liberado; \`atosQuarentena\` de Nota.getNota diz quem, quando e por quê.`,
  "Nota.manifestacao": `Pede à SEFAZ uma manifestação do destinatário: 1 confirmação, 2 desconhecimento, 3 operação não realizada (com justificativa de ${JUSTIFICATIVA_MIN} a ${JUSTIFICATIVA_MAX} caracteres), 4 ciência. O envio é feito depois; Nota.getNota mostra o resultado.`,
  "Nota.sendEvento":
    "Envia à SEFAZ outro evento do destinatário ou do tomador: 610110 desacordo do CT-e (com justificativa), 610111 o seu cancelamento; da reforma, 211110, 211124, 211130, 211140 e 211150 com itens, 211128 com aceita, e 110001, que cancela o evento de eventoId. O envio é feito depois; Nota.getNota mostra em eventosPossiveis os eventos possíveis e em eventosPedidos o resultado.",
  "Nota.manifestarLote": `O mesmo para até ${LOTE_MAX} documentos, cada um com o seu resultado: \`mensagem\` é \`null\` no que foi aceito para envio.`,
  "Nota.hasSefazStatus": "Se a SEFAZ já respondeu depois do último Nota.consultarSefaz desta chave.",
  "Nota.consultarSefaz": "Pede a consulta do documento à SEFAZ, agora; a resposta vem depois.",
  "Email.getListEmail": "Uma página de e-mails.",
  "Email.getEmail": "Um e-mail, com o corpo e os anexos.",
  "Email.reprocessarEmail": "Lê de novo uma mensagem guardada, com as regras atuais do Malote.",
  "CaixaEmail.getListCaixaEmail": "As caixas monitoradas, com a saúde de cada uma.",
  "CaixaEmail.getCaixaEmail": "Uma caixa. Senhas e segredos nunca são devolvidos.",
  "CaixaEmail.saveCaixaEmail":
    "Cadastra uma caixa, ou muda a do `id`; sem senha, é mantida a atual, se a conexão continuar a mesma.",
  "CaixaEmail.deleteCaixaEmail": "Deixa de monitorar a caixa; os e-mails dela são mantidos.",
  "CaixaEmail.pingServidor": "Testa a conexão, passo a passo, sem guardar nada.",
  "CaixaEmail.coletarAgora": "Coleta a caixa agora, uma vez por minuto no máximo.",
  "Empresa.getListEmpresa": "As empresas da conta.",
  "Empresa.getEmpresa": "Uma empresa.",
  "Empresa.saveEmpresa":
    "Cadastra uma empresa, ou muda a do `id`. O CNPJ de quem já tem documentos não muda.",
  "Empresa.deleteEmpresa": "Exclui uma empresa sem documentos.",
  "Auditor.getListAuditor": "Uma página do que a própria SEFAZ informou: documentos e eventos.",
  "Auditor.getAuditor": "Um registro do auditor.",
  "PedidoXml.getListFornecedor":
    "Os documentos que a SEFAZ autorizou e cujo XML não chegou, por fornecedor; os que ainda têm algo a pedir vêm primeiro. Em `object`, os totais do filtro.",
  "PedidoXml.getCarta":
    "Os e-mails que PedidoXml.pedirXml enviaria, um por fornecedor e empresa, com os endereços conhecidos do fornecedor.",
  "PedidoXml.pedirXml": `Pede o XML de até ${LOTE_MAX} registros do auditor ao fornecedor, por e-mail; a resposta dele vai para a caixa da empresa. Sem \`para\`, ao endereço conhecido; um endereço novo, só um administrador informa. O mesmo documento não é pedido duas vezes ao mesmo endereço em um dia.`,
  "PedidoXml.setPedidoPorFora": "Marca os documentos como pedidos por fora do Malote, ou desfaz essa marca.",
  "PedidoXml.darCiencia": `Envia à SEFAZ a ciência de até ${LOTE_MAX} NF-e cujo XML não chegou, dentro do prazo de dez dias; depois dela a SEFAZ entrega o XML. Cada uma tem o seu resultado.`,
  "PedidoXml.setLembrete":
    "Depois de quantos dias o fornecedor recebe um lembrete do pedido, até duas vezes; 0: nunca.",
  "Download.processaDownload":
    "Pede um ZIP com os XML de um período; aparece em Download.getListDownload e baixa por downloadRepositorio.",
  "Download.getListDownload": "Os ZIP pedidos, do mais recente ao mais antigo.",
  "Importacao.getListImportacao": "Os arquivos importados, do mais recente ao mais antigo.",
  "Importacao.getImportacao": "Uma importação.",
  "Importacao.getListImportacaoErros": "Os arquivos que não viraram documento, e quantos há por motivo.",
  "Exportacao.getListExportacao": "As exportações pedidas, da mais recente à mais antiga.",
  "Exportacao.getExportacao": "Uma exportação.",
  "Exportacao.deleteExpired": "Remove da lista as que expiraram ou falharam.",
  "Conta.getConta": "A conta, o plano e o uso deste mês.",
  "Conta.saveConta": "Muda o cadastro da conta.",
  "Conta.setSegundoFatorManifestacao":
    "Define se só manifesta quem tem o segundo fator ligado. Vale na hora, também para os tokens da API gerados por quem não o tem.",
  "Conta.newConta": "Abre uma conta. A senha do proprietário é criada pelo link que segue por e-mail.",
  "Conta.sendContato": "Envia uma mensagem à equipe do Malote.",
  "Conta.getListUso":
    "O uso de doze meses, o atual primeiro. O uso acima do plano gera aviso e não para nada.",
  "Painel.getEstatistica": `Totais e séries de um período. Sem \`dateGroup\`: até ${GROUP_BY_DAY_MAX} dias por dia, até ${GROUP_BY_WEEK_MAX} por semana, até ${GROUP_BY_MONTH_MAX} por mês, além por ano.`,
  "Painel.getPartesVencimentos":
    "As outras partes com mais valor no período, e quanto vence, por semana, das notas não integradas ao ERP, pelas duplicatas do XML. Canceladas e denegadas não contam.",
  "Painel.getEstatisticaUF":
    "Quantidade e valor por UF da outra parte; `null` quando desconhecida, `EX` no exterior.",
  "Painel.getEstatisticaDetalhado": "Uma linha por período, empresa e tipo, o período mais antigo primeiro.",
  "Autocomplete.getEmpresas": "Empresas por nome ou CNPJ; `valor` é o CNPJ.",
  "Autocomplete.getParticipantes": "Partes dos documentos por nome ou CNPJ/CPF; `valor` é o CNPJ ou CPF.",
  "Autocomplete.getRemetentes": "Quem escreveu e-mails, por endereço ou nome; `valor` é o endereço.",
  "Autocomplete.getUsuarios": "Usuários da conta; `valor` é o id.",
  "Produto.getListConta":
    "Saúde e uso de todas as contas, sem conteúdo; só para quem opera o Malote (`npm run conta -- produto`).",
  "Operador.getEstado":
    "Como está a instalação: saúde, pausa da coleta, faixa e filas; só para quem opera o Malote.",
  "Operador.getListFalha":
    "O trabalho que falhou, com o motivo em palavras. Sem período: tudo o que ainda é tentado, e o que foi abandonado desde as 00:00.",
  "Operador.retryFalhas":
    "Tenta de novo, agora, o que falhou: os itens informados ou tudo o que o filtro seleciona. O que a SEFAZ pediu para esperar continua esperando.",
  "Operador.getListEspera": "As contas com trabalho em espera, a que espera há mais tempo primeiro.",
  "Operador.getArmazenamento": "O que ocupa espaço, o disco e quando ele vai encher neste ritmo.",
  "Operador.getBackups": "Os últimos backups e conferências, e se um pode ser pedido.",
  "Operador.requestBackup": "Pede um backup agora.",
  "Operador.getListCaixa": "As caixas de todas as contas, as com erro primeiro; `erro`: só elas.",
  "Operador.getListCertificado": "Os certificados que vencem em 30 dias ou já venceram.",
  "Operador.warnConta":
    "Avisa a conta por e-mail sobre uma caixa com erro ou um certificado vencendo, no máximo uma vez em 24 horas.",
  "Operador.setPausa": "Pausa a coleta de todas as caixas, ou a retoma.",
  "Operador.getListRegistro": "O que os operadores fizeram, do mais recente ao mais antigo.",
  "Operador.getConfiguracao": "As configurações da instalação; nenhuma senha ou chave é mostrada.",
  "Registro.getListRegistro": "Quem fez o quê na conta, do mais recente ao mais antigo.",
  "Registro.verifyRegistro":
    "Confere a cadeia do registro; `quebradoEm` é a ordem do primeiro ato que foi alterado.",
  "Visao.getListVisao":
    "As visões que quem chama pode abrir: as próprias, depois as que a conta compartilha. Um programa só vê as compartilhadas. `busca` é o filtro e a ordem, como a lista os escreve no endereço.",
  "Visao.getVisao": "Uma visão própria ou compartilhada.",
  "Visao.saveVisao": `Salva uma visão; sem \`id\`, uma nova. Guarda o filtro, e nenhum documento: cada pessoa vê por ela só o que já pode ver. Uma compartilhada só muda quem a salvou ou um administrador. Até ${VISOES_MAX} por pessoa e lista, e ${VISOES_COMPARTILHADAS_MAX} compartilhadas por conta.`,
  "Visao.deleteVisao": "Apaga uma visão própria ou, como administrador, uma compartilhada.",
  "Visao.setPadrao": "A visão com que a lista de quem chama abre; `null`: nenhuma.",
  "Visao.importVisoes":
    "Traz as visões que um navegador guardava. Repetir a chamada com os mesmos `id` não cria nada; um nome já usado ganha um número.",
  "Webhook.getListWebhook": "Os webhooks da conta, sem os segredos, com o que espera e o que falhou.",
  "Webhook.getWebhook": "Um webhook.",
  "Webhook.saveWebhook":
    "Inclui ou altera um webhook. Um novo responde com o `segredo`, só desta vez, e é avisado do que acontecer a partir daí; ao ser reativado, continua de onde parou ou, com `pular`, a partir de agora.",
  "Webhook.deleteWebhook": "Exclui um webhook e o registro de suas entregas.",
  "Webhook.rotateSegredo":
    "Troca o segredo e responde com o novo, só desta vez. O anterior assina junto por `gracaHoras` (24 se ausente).",
  "Webhook.testWebhook": "Envia um aviso do tipo `teste` agora, uma vez, e responde com o resultado.",
  "Webhook.getListEntrega": "As entregas de um webhook, da mais recente à mais antiga; ficam 30 dias.",
  "Webhook.getEntrega": "Uma entrega, com o corpo enviado e o começo do que o servidor respondeu.",
  "Webhook.resendEntrega": "Reenvia uma entrega, com o mesmo `webhook-id` e o mesmo corpo.",
  "Webhook.resendFalhas":
    "Reenvia as entregas que falharam, das criadas desde um momento, até 5.000 por chamada.",
};
