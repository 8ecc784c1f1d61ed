// Causes as stored in the database, by key, and their sentences.

/** Why the last collection of a caixa failed, and what to do. */
export const CAIXA_FAILURES = {
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
  "nao-apaga":
    "O servidor não deixa apagar mensagens uma a uma. Os e-mails continuam sendo lidos; desligue a exclusão nesta caixa ou apague-os no servidor.",
  "grande-demais": "Uma mensagem passa do tamanho permitido e foi deixada no servidor.",
  interna: "A coleta falhou por um problema do Malote, não da caixa. Tentaremos de novo.",
} as const;

/** A key of {@link CAIXA_FAILURES}. */
export type CaixaFailure = keyof typeof CAIXA_FAILURES;

/** Why a consulta got no usable response from SEFAZ. */
export const CONSULTA_FAILURES = {
  dns: "O endereço da SEFAZ não foi encontrado. Tentaremos de novo.",
  recusada: "A SEFAZ recusou a conexão. Tentaremos de novo.",
  tempo: "A SEFAZ demorou demais para responder. Tentaremos de novo.",
  interrompida: "A conexão com a SEFAZ caiu antes da resposta. Tentaremos de novo.",
  tls: "A conexão segura com a SEFAZ falhou: o certificado dela não é confiável para o Malote.",
  certificado: "A SEFAZ não aceitou o certificado da empresa. Confira a validade dele em Certificado.",
  http: "O servidor da SEFAZ respondeu com um erro. Tentaremos de novo.",
  "soap-fault": "O serviço da SEFAZ respondeu com uma falha interna. Tentaremos de novo.",
  "resposta-ilegivel": "A SEFAZ enviou uma resposta que não pôde ser lida. Tentaremos de novo.",
  "resposta-grande-demais": "A resposta da SEFAZ passa do tamanho permitido. Tentaremos de novo.",
  "resposta-de-outra-chave": "A SEFAZ respondeu sobre outro documento. Tentaremos de novo.",
  "resposta-de-outro-ambiente": "A SEFAZ respondeu por outro ambiente. Tentaremos de novo.",
  "vez-bloqueio":
    "A SEFAZ bloqueou as consultas deste CNPJ por uma hora (consumo indevido). A consulta será feita depois disso.",
  "vez-disjuntor": "A SEFAZ não está respondendo. A consulta será feita assim que ela voltar.",
  "vez-cota":
    "Este documento já foi consultado muitas vezes nesta hora. A consulta será feita quando o limite da SEFAZ permitir.",
  "vez-em-voo": "Outra consulta deste documento está em andamento. Esta será feita em seguida.",
} as const;

/** A key of {@link CONSULTA_FAILURES}. */
export type ConsultaFailure = keyof typeof CONSULTA_FAILURES;

/** Why a requested manifestação was never concluded. */
export const MANIFESTACAO_FAILURES = {
  "sem-resposta": "A SEFAZ não respondeu durante um dia de tentativas. Peça a manifestação de novo.",
  certificado:
    "O certificado da empresa não estava mais disponível na hora do envio. Confira o certificado e peça de novo.",
  endereco: "Nenhum serviço da SEFAZ recebe este evento.",
  "sem-prova":
    "A SEFAZ diz que já tem esta manifestação, mas a consulta do documento ainda não a mostra. Consulte a SEFAZ mais tarde.",
  desativada: "A manifestação foi desligada para a empresa antes do envio.",
  "ciencia-desligada": "A ciência automática foi desligada para a empresa antes do envio.",
  documento: "O documento foi cancelado, denegado ou posto em quarentena antes do envio.",
  prazo: "O prazo desta manifestação terminou antes do envio.",
  conclusiva: "A NF-e recebeu uma manifestação conclusiva antes do envio, e a ciência só cabe antes dela.",
  esgotada:
    "Outro programa da empresa já registrou esta manifestação o máximo de vezes que a SEFAZ aceita, e ela não é a que está em vigor.",
  interna: "O envio falhou por um problema do Malote. Peça a manifestação de novo.",
} as const;

/** A key of {@link MANIFESTACAO_FAILURES}. */
export type ManifestacaoFailure = keyof typeof MANIFESTACAO_FAILURES;

/** The same for an evento that is no manifestação. */
export const EVENTO_FAILURES: Readonly<Record<ManifestacaoFailure, string>> = {
  ...MANIFESTACAO_FAILURES,
  "sem-resposta": "A SEFAZ não respondeu durante um dia de tentativas. Envie o evento de novo.",
  certificado:
    "O certificado da empresa não estava mais disponível na hora do envio. Confira o certificado e envie de novo.",
  "sem-prova":
    "A SEFAZ diz que já tem este evento, mas a consulta do documento ainda não o mostra. Consulte a SEFAZ mais tarde.",
  prazo: "O prazo deste evento terminou antes do envio.",
  esgotada: "Outro programa da empresa já registrou este evento o máximo de vezes que a SEFAZ aceita.",
  interna: "O envio falhou por um problema do Malote. Envie o evento de novo.",
};

/** Why SEFAZ refused a manifestação, by cStat; for any other cStat, SEFAZ's own sentence is shown.
 * @source NT 2020.001 v1.50 (manifestação do destinatário), regras de validação; MOC 7.0, tabela de
 * códigos */
export const MANIFESTACAO_REFUSALS: Readonly<Record<string, string>> = {
  "215": "A SEFAZ não aceitou o formato do evento. O Malote precisa ser corrigido; avise o suporte.",
  "217": "A SEFAZ não tem esta NF-e na sua base.",
  "252": "A NF-e é de outro ambiente da SEFAZ.",
  "280": "A SEFAZ não aceitou o certificado da empresa. Confira se ele é um e-CNPJ A1 da ICP-Brasil.",
  "281": "O certificado da empresa está vencido para a SEFAZ. Envie um novo.",
  "284": "O certificado da empresa foi revogado. Envie um novo.",
  "297": "A SEFAZ não reconheceu a assinatura do evento. O Malote precisa ser corrigido; avise o suporte.",
  "298": "A SEFAZ não reconheceu a assinatura do evento. O Malote precisa ser corrigido; avise o suporte.",
  "489": "A SEFAZ considera inválido o CNPJ da empresa. Confira o cadastro.",
  "494": "A SEFAZ não tem esta NF-e na sua base.",
  "573": "Esta manifestação já estava registrada na SEFAZ.",
  "575": "A empresa não é a destinatária da NF-e na base da SEFAZ.",
  "577": "O relógio do Malote está atrasado: a SEFAZ viu a manifestação antes da emissão. Peça de novo.",
  "578": "O relógio do Malote está adiantado em relação ao da SEFAZ. Peça de novo em alguns minutos.",
  "579": "A SEFAZ viu a manifestação antes da autorização da NF-e. Peça de novo em alguns minutos.",
  "580": "A NF-e não está autorizada na SEFAZ, e por isso não recebe manifestação.",
  "593": "O certificado não é da empresa destinatária: o começo do CNPJ é outro.",
  "594": "Esta manifestação já foi registrada o máximo de vezes que a SEFAZ aceita.",
  "596": "O prazo desta manifestação terminou para a SEFAZ.",
  "650": "A NF-e foi cancelada ou denegada, e por isso não recebe ciência.",
  "651": "A NF-e foi cancelada ou denegada, e por isso não pode ser declarada desconhecida.",
  "655": "A NF-e já tinha uma manifestação conclusiva, e a ciência só cabe antes dela.",
};

/** The result of each step of a connection test, by code: the fact, and what to do. `{servidor}`,
 * `{porta}`, `{protocolo}` and `{mensagens}` are values of the step. */
export const CAIXA_TEST_MESSAGES = {
  // o que deu certo
  "dns-encontrado": "O endereço de {servidor} foi encontrado.",
  "tcp-aberta": "A porta {porta} está aberta.",
  "tls-verificado": "Conexão segura ({protocolo}), com certificado verificado.",
  "tls-fixado": "Conexão segura ({protocolo}), com o certificado em que você confiou.",
  "saudacao-recebida": "O servidor de e-mail respondeu.",
  "token-obtido": "O provedor emitiu o token de acesso.",
  "entrada-aceita": "O login foi aceito.",
  "listagem-recebida": "A lista de mensagens foi lida. Total na caixa: {mensagens}.",
  "listagem-sem-uidl":
    "A lista de mensagens foi lida. Total na caixa: {mensagens}. O servidor não identifica as mensagens; o Malote as reconhece pelo cabeçalho.",
  "listagem-uids-fracos":
    "A lista de mensagens foi lida. Total na caixa: {mensagens}. O servidor identifica mal as mensagens; o Malote confere também o cabeçalho de cada uma.",
  // endereço
  "dns-nome-invalido": "O nome do servidor não é válido. Escreva só o nome, como imap.exemplo.com.br.",
  "dns-nao-existe": "Não existe servidor com este nome. Confira a grafia.",
  "dns-sem-resposta": "O nome do servidor não pôde ser consultado agora. Tente de novo em alguns minutos.",
  "endereco-proibido": "O servidor aponta para um endereço interno, que o Malote não acessa.",
  "porta-proibida": "Esta porta não é de e-mail. Use 110 ou 995 para POP3, 143 ou 993 para IMAP.",
  // porta
  "tcp-recusada": "O servidor existe, mas não aceita conexão nesta porta. Confira o tipo da caixa e a porta.",
  "tcp-sem-rota":
    "Não há rota de rede até o servidor. Confira o nome dele; se estiver certo, fale com o provedor.",
  "tcp-sem-resposta":
    "O servidor não respondeu nesta porta a tempo. Confira o servidor e a porta; um firewall também pode causar isso.",
  "tcp-interrompida": "O servidor encerrou a conexão assim que ela abriu. Tente de novo em alguns minutos.",
  // conexão segura
  "tls-auto-assinado":
    "O certificado foi emitido pelo próprio servidor, e nenhuma autoridade o confirma. Se a impressão digital abaixo for a do seu servidor, confie neste certificado.",
  "tls-autoridade-desconhecida":
    "O certificado é de uma autoridade que o Malote não conhece. Se a impressão digital abaixo for a do seu servidor, confie neste certificado.",
  "tls-cadeia-incompleta":
    "O servidor não apresenta a cadeia completa do certificado. Peça ao administrador do servidor que a complete, ou confie neste certificado.",
  "tls-vencido": "O certificado do servidor venceu. Peça ao administrador do servidor que o renove.",
  "tls-ainda-nao-vale":
    "O certificado do servidor ainda não está na validade. Fale com o administrador do servidor.",
  "tls-outro-nome":
    "O certificado é de outro nome. Escreva o servidor com o nome que está no certificado, mostrado abaixo.",
  "tls-outro-certificado":
    "O servidor apresentou um certificado diferente do que você fixou. Só fixe o novo se souber que ele foi trocado.",
  "tls-antigo":
    "O servidor só oferece TLS antigo, que não é seguro. Ele precisa oferecer TLS 1.2 ou mais novo.",
  "tls-nao-falado":
    "Esta porta não usa TLS desde o início. Escolha o tipo com STARTTLS, ou a porta 995 (POP3) ou 993 (IMAP).",
  "tls-sem-resposta":
    "O servidor não completou a conexão segura a tempo. Confira se o tipo da caixa combina com a porta.",
  "tls-falhou": "A conexão segura falhou. Confira se o tipo da caixa combina com a porta.",
  "starttls-nao-oferecido":
    "O servidor não oferece STARTTLS nesta porta. Escolha o tipo seguro, na porta 995 (POP3) ou 993 (IMAP).",
  "starttls-recusado":
    "O servidor recusou o STARTTLS. Escolha o tipo seguro, na porta 995 (POP3) ou 993 (IMAP).",
  "starttls-injetado":
    "Chegaram dados antes da conexão segura, o que só acontece por defeito ou ataque. A senha não foi enviada.",
  // saudação
  "saudacao-recusada": "O servidor atendeu mas recusou a conexão. Tente de novo em alguns minutos.",
  "saudacao-estranha":
    "O que respondeu nesta porta não é um servidor deste tipo. Confira o tipo da caixa (POP3 ou IMAP) e a porta.",
  "saudacao-sem-resposta":
    "O servidor abriu a conexão, mas não respondeu. Confira se o tipo da caixa combina com a porta.",
  "saudacao-interrompida":
    "O servidor encerrou a conexão antes de responder. Confira se o tipo da caixa combina com a porta.",
  // token do provedor
  "token-recusado":
    "O provedor recusou emitir o token. Confira o ID e o segredo do aplicativo e autorize de novo para obter outro token de renovação.",
  "token-endereco-proibido":
    "O endereço do token aponta para um endereço interno ou uma porta que o Malote não acessa.",
  "token-sem-resposta":
    "O endereço do token não respondeu. Confira o endereço; se estiver certo, tente mais tarde.",
  "token-tls": "A conexão segura com o endereço do token falhou: o certificado dele não é confiável.",
  "token-estranho": "A resposta do endereço do token não é a de um provedor. Confira o endereço do token.",
  // entrada
  "senha-recusada":
    "Usuário ou senha recusados pelo servidor. Confira os dois; o usuário costuma ser o e-mail inteiro.",
  "senha-recusada-google":
    "A senha foi recusada; o Gmail pede senha de app. Crie uma na sua conta Google, em Segurança, e use-a aqui.",
  "senha-recusada-microsoft":
    "A senha foi recusada; o Microsoft 365 não aceita mais senha. Escolha a autenticação por OAuth2.",
  "senha-de-app": "O servidor pede senha de app. Crie uma na sua conta do provedor e use-a aqui.",
  "senha-mal-formada": "O usuário ou a senha tem um caractere que o servidor não aceita.",
  "autorizacao-recusada":
    "O token foi aceito pelo provedor, mas não pela caixa. Confira o usuário e o escopo, e se o aplicativo tem permissão para esta caixa.",
  "entrada-exige-tls":
    "O servidor só aceita senha por conexão segura. Escolha um tipo seguro ou com STARTTLS.",
  "entrada-sem-oauth": "O servidor não aceita OAuth2. Escolha a autenticação por usuário e senha.",
  "acesso-desligado":
    "O acesso por este protocolo está desligado na caixa. Ligue POP ou IMAP nas configurações do seu e-mail.",
  "caixa-em-uso": "Outro programa está usando a caixa neste momento. Tente de novo em alguns minutos.",
  "entrada-mais-tarde": "O servidor pede para tentar mais tarde: houve acessos demais em pouco tempo.",
  "entrada-estranha": "O servidor respondeu ao login fora do padrão. Confira o tipo da caixa e a porta.",
  "entrada-sem-resposta": "O servidor não respondeu ao login a tempo. Tente de novo em alguns minutos.",
  "entrada-interrompida": "O servidor encerrou a conexão durante o login. Tente de novo em alguns minutos.",
  // listagem
  "sem-uidl":
    "O servidor não identifica as mensagens nem mostra os cabeçalhos. Use IMAP, se o provedor oferecer.",
  "sem-uidl-demais":
    "O servidor não identifica as mensagens, e há mensagens demais para reconhecê-las pelo cabeçalho. Use IMAP, se o provedor oferecer.",
  "pasta-inexistente": "A pasta não existe na caixa. Confira o nome, com maiúsculas e acentos.",
  "listagem-recusada": "O servidor recusou listar as mensagens. Confira se o usuário tem acesso à caixa.",
  "listagem-estranha": "O servidor listou as mensagens fora do padrão. Fale com o provedor do e-mail.",
  "listagem-sem-resposta": "O servidor não listou as mensagens a tempo. Tente de novo em alguns minutos.",
  "listagem-interrompida":
    "O servidor encerrou a conexão durante a listagem. Tente de novo em alguns minutos.",
} as const;

/** What is wrong with the distribution sync of a company, and what to do. */
export const DISTRIBUICAO_PROBLEMS = {
  "sem-certificado": "O auditor está parado: esta empresa não tem certificado válido. Envie um certificado.",
  "certificado-recusado":
    "A SEFAZ recusou o certificado desta empresa ({cStat} {xMotivo}). Confira se ele é deste CNPJ e ainda vale.",
  "consumo-indevido":
    "A SEFAZ bloqueou este CNPJ por uma hora (consumo indevido). Se outro programa também busca documentos com este CNPJ, um dos dois deve parar: a SEFAZ só aceita um.",
  "sefaz-fora": "A SEFAZ não respondeu na última tentativa. O Malote tenta de novo sozinho.",
  recusada: "A SEFAZ recusou o pedido: {cStat} {xMotivo}. O Malote tenta de novo em algumas horas.",
} as const;
/** Appended to a problem. */
export const DISTRIBUICAO_NOTICES = {
  consumoRepetido:
    "Foram {vezes} bloqueios seguidos. A cada um, o Malote espera o dobro do tempo, até um dia, antes de consultar de novo.",
  puladas:
    "{quantos} documentos da lista da SEFAZ (NSU) não serão buscados aqui, porque outro programa ou outra conta já tinha consultado essa parte da lista: eles só chegam por e-mail.",
} as const;
export type DistribuicaoProblem = keyof typeof DISTRIBUICAO_PROBLEMS;

/** Shown where the auditor is switched on: two programs that fetch the documents of one CNPJ block each
 * other. */
export const AUDITOR_NOTICES =
  "Ligue o auditor só se nenhum outro programa (ERP, contabilidade, outro sistema) busca na SEFAZ os documentos deste CNPJ. A SEFAZ aceita um programa por CNPJ: quando dois pedem, ela bloqueia o CNPJ por uma hora, e os dois ficam sem documentos.";

/** Why an imported or requested file could not be finished, by the key in the database. */
export const FILE_FAILURES = {
  "nao-abre": "O arquivo não pôde ser aberto: está danificado ou não é XML nem ZIP.",
  "grande-demais":
    "O arquivo tem mais conteúdo do que o permitido em uma importação. Divida-o em partes menores.",
  "com-senha": "O arquivo ZIP tem senha.",
  danificado: "O arquivo ZIP está danificado: só o que pôde ser lido foi importado. Peça o reenvio.",
  suspeito:
    "O conteúdo do ZIP é grande demais para o tamanho do arquivo, como nos feitos para travar sistemas, e ele não foi aberto.",
  "caro-demais":
    "A leitura do arquivo demorou demais e foi interrompida: só o que já tinha sido lido foi importado. Divida-o em partes menores.",
  "sem-dfe": "Nenhum documento fiscal foi encontrado no arquivo.",
  sumiu: "O arquivo enviado não foi encontrado no armazenamento.",
  "passou-do-limite":
    "Chegaram documentos enquanto o arquivo era feito, e ele passou do limite. Peça de novo com um filtro mais específico.",
  "ficou-vazio": "Quando o arquivo foi feito, nenhum documento correspondia mais ao filtro.",
  interno: "Erro processando requisição",
} as const;
export type FileFailure = keyof typeof FILE_FAILURES;
