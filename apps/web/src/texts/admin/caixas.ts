import type { CaixaType, TEST_STEPS } from "@malote/contract";
import { translated } from "../../languages/language.ts";

/** An instant after "desde": "hoje às 09:51", or "21/11 10:43" without its "em". */
const desde = (quando: string): string => quando.replace(/^em /, "");

/** Texts of the list of mailboxes. */
export const caixasTexts = translated("caixasTexts", {
  lista: "Caixas de e-mail",
  nova: "Nova caixa de e-mail",
  conectar: "Conectar uma caixa de e-mail",
  total: (n: number) => (n === 1 ? "1 caixa de e-mail" : `${n} caixas de e-mail`),
  ordens: { descricao: "Descrição", tipo: "Tipo", servidor: "Servidor" },
  colunas: {
    descricao: "Descrição",
    servidor: "Servidor",
    saude: "Saúde",
    coleta: "Última coleta",
    hoje: "E-mails hoje",
    total: "Total",
    houve: "O que houve",
  },
  resumo: {
    coletando: (n: number) => `${n} coletando`,
    primeira: (n: number) => `${n} aguardando a primeira coleta`,
    silenciosa: (n: number) => (n === 1 ? "1 silenciosa" : `${n} silenciosas`),
    falhou: (n: number) => `${n} com falha na última coleta`,
    parada: (n: number) => (n === 1 ? "1 parada" : `${n} paradas`),
  },
  estados: {
    coletando: "Coletando",
    primeira: "Aguardando",
    silenciosa: "Silenciosa",
    falhou: "Coleta falhou",
    parada: "Parada",
  },
  coletandoAgora: "coletando agora…",
  semColeta: "nenhuma ainda",
  proxima: (quando: string) => `próxima ${quando}`,
  cartao: (servidor: string, hoje: string, total: string) =>
    `${servidor}, ${hoje} e-mails hoje, ${total} no total`,
  nadaARelatar: "Tudo certo",
  corrigir: "Corrigir",
  conferir: "Testar a conexão",
  silencio: (quando: string) => `Sem e-mail desde ${desde(quando)}, mais tempo que o habitual.`,
  abrir: (nome: string) => `Abrir a caixa ${nome}`,
  acoes: (nome: string) => `Ações da caixa ${nome}`,
  menu: { coletar: "Coletar agora", testar: "Testar conexão", editar: "Editar", excluir: "Excluir" },
  coletaPedida: (nome: string) => `${nome}: a coleta começa em instantes.`,
  coletaFeita: (nome: string, novos: number) =>
    novos === 0
      ? `${nome}: coleta feita, nenhum e-mail novo.`
      : `${nome}: coleta feita, ${novos === 1 ? "1 e-mail novo" : `${novos} e-mails novos`}.`,
  coletaFalhou: (nome: string, causa: string) => ({ titulo: `${nome}: a coleta falhou`, texto: causa }),
  verEmails: "Ver e-mails",
  vazio: {
    titulo: "Nenhuma caixa de e-mail conectada",
    texto:
      "O Malote lê as caixas em que os fornecedores entregam NF-e e CT-e. Conecte a primeira: leva um minuto, e nada é apagado dela.",
    textoLeitor:
      "O Malote lê as caixas em que os fornecedores entregam NF-e e CT-e. Peça a um administrador da conta que conecte a primeira.",
  },
  excluir: {
    titulo: (nome: string) => `Excluir a caixa ${nome}?`,
    texto:
      "A coleta para. Os e-mails e documentos que já vieram continuam no Malote, e nada é apagado do servidor.",
    acao: "Excluir caixa",
    feita: (nome: string) => `Caixa ${nome} excluída.`,
    falhou: "Não foi possível excluir a caixa de e-mail.",
    falhouTexto: "Outra pessoa pode já tê-la excluído. Atualize a lista e tente de novo.",
  },
} as const);

/** Texts of one mailbox: form, health, connection test. */
export const caixaTexts = translated("caixaTexts", {
  novaTitulo: "Nova caixa de e-mail",
  subtitulo: "caixa de e-mail",
  lado: "Saúde e diagnóstico",
  voltar: "Voltar às caixas de e-mail",
  soAdministrador: "Só administradores da conta alteram caixas de e-mail. Você vê como ela está.",
  campos: {
    descricao: "Descrição",
    descricaoDica: "Como ela aparece nas listas e nos avisos. Em branco, aparece o usuário.",
    usuario: "Usuário",
    usuarioDica: "Quase sempre o endereço de e-mail inteiro.",
    provedor: "Provedor",
    provedorOutro: "Outro servidor",
    provedorDica: "Preenche o tipo e o servidor. Se o domínio é próprio, escolha o provedor que o hospeda.",
    tipo: "Tipo",
    servidor: "Servidor",
    servidorDica: (nome: string) => `Sugerido para ${nome}.`,
    porta: "Porta",
    portaDica: (porta: number) => `Em branco, ${porta}.`,
    autenticacao: "Autenticação",
    autenticacoes: { senha: "Usuário e senha", oauth2: "OAuth2 (sem senha guardada)" },
    senha: "Senha",
    senhaGuardada: "Há uma senha guardada. Deixe em branco para mantê-la.",
    senhaDeNovo: "A conexão não é mais a da senha guardada: digite a senha de novo.",
    senhaRecusada: "Recusada pelo servidor no último teste.",
    mostrar: (rotulo: string) => `Mostrar ${rotulo}`,
    esconder: (rotulo: string) => `Esconder ${rotulo}`,
    pasta: "Pasta",
    pastaDica: "Em branco, a caixa de entrada (INBOX). Subpastas como o servidor as escreve.",
    apagar: "Apagar do servidor depois de guardado",
    apagarDica:
      "Desligado, o Malote só lê, e nada sai da caixa. Ligado, ele apaga cada mensagem do servidor depois do número de dias abaixo, contado de quando guardou o original. Nunca antes disso.",
    apagarDias: "Dias no servidor",
    apagarDiasDica: (max: number) => `De 1 a ${max}.`,
    fixado: "Certificado de confiança",
    fixadoDica: "A conexão só é aceita se o servidor apresentar exatamente este certificado.",
    desfixar: "Deixar de confiar",
  },
  oauth: {
    provedor: "Provedor do acesso",
    provedores: { microsoft: "Microsoft", google: "Google", outro: "Outro" },
    tokenUrl: "Endereço de tokens (token endpoint)",
    tokenUrlDica: "Começa com https://. Na Microsoft, troque “organizations” pelo seu tenant se for o caso.",
    clientId: "ID do aplicativo (client ID)",
    escopo: "Escopo",
    clientSecret: "Segredo do aplicativo (client secret)",
    refreshToken: "Token de renovação (refresh token)",
    refreshTokenDica:
      "Sem ele, o Malote entra em nome do aplicativo (client credentials), que o administrador do domínio precisa ter autorizado.",
    guardado: "Se já houver um guardado, deixe em branco para mantê-lo.",
    deNovo: "A conexão não é mais a dos segredos guardados: informe-os de novo.",
  },
  erros: {
    usuario: "Usuário deve ter um valor.",
    servidor: "Servidor deve ter um valor.",
    servidorForma: "Escreva só o nome do servidor, como pop.suaempresa.com.br.",
    porta: "A porta vai de 1 a 65535.",
    senha: "Senha deve ser informada.",
    tokenUrl: "Escreva um endereço que comece com https://.",
    clientId: "ID do aplicativo deve ter um valor.",
    oauthSemTls: "Com OAuth2, escolha um tipo com TLS: sem ele o token trafegaria sem criptografia.",
    segredo: "Informe o segredo do aplicativo ou o token de renovação do provedor.",
    dias: (max: number) => `Escreva um número de 1 a ${max}.`,
    longo: (max: number) => `Use até ${max} caracteres.`,
  },
  salvar: "Salvar",
  salva: (nome: string) => `Caixa ${nome} salva.`,
  salvaNova: (nome: string) => `Caixa ${nome} conectada. A primeira coleta começa em instantes.`,
  saude: {
    titulo: "Saúde da caixa",
    bem: "A última coleta deu certo.",
    primeira: "A caixa ainda não foi lida.",
    falhando: (quando: string, vezes: number) =>
      vezes === 1 ? `A coleta falhou ${quando}.` : `Falha desde ${desde(quando)}, ${vezes} vezes seguidas.`,
    guardados: "Os e-mails continuam no servidor.",
    retoma: (quando: string) => `Ao voltar, a coleta continua de onde parou, ${quando}.`,
    linhas: {
      ultima: "Última coleta",
      proxima: "Próxima coleta",
      tentativa: "Próxima tentativa",
      hoje: "E-mails hoje",
      total: "E-mails ao todo",
      ultimoEmail: "Último e-mail",
    },
  },
  prova: {
    titulo: "Diagnóstico da conexão",
    intro: "Entra na caixa com o que está no formulário e conta as mensagens, sem baixar nem apagar nada.",
    testar: "Testar conexão",
    testarDeNovo: "Testar de novo",
    testando: "Testando a conexão…",
    mudou: "A conexão mudou desde o último teste. Teste de novo.",
    bem: (mensagens: string) => `A conexão funciona: ${mensagens} na caixa.`,
    bemSemConta: "A conexão funciona.",
    mensagens: (total: string) => (total === "1" ? "1 mensagem" : `${total} mensagens`),
    mal: "A conexão não funcionou.",
    parou: (passo: string) => `A conexão não funcionou: parou em “${passo}”.`,
    naoTentado: "Não chegou a ser tentado.",
    esperando: "Aguardando…",
    passos: {
      dns: "Endereço do servidor",
      tcp: "Porta aberta",
      tls: "Conexão segura",
      saudacao: "Resposta do servidor",
      token: "Token de acesso",
      entrada: "Login na caixa",
      listagem: "Leitura da caixa",
    } satisfies Record<(typeof TEST_STEPS)[number], string>,
    feito: "certo",
    falhou: "falhou",
  },
  certificado: {
    titulo: "Nenhuma autoridade confirma este certificado",
    texto:
      "Pode ser um certificado emitido pelo próprio servidor, ou alguém interceptando a conexão. Confira a impressão digital com quem cuida do servidor antes de confiar.",
    titular: "Titular",
    emissor: "Emissor",
    validade: "Válido até",
    impressao: "Impressão digital (SHA-256)",
    confiar: "Confiar neste certificado",
    copiarImpressao: "Copiar a impressão digital",
  },
  inseguro:
    "Sem proteção: usuário, senha e mensagens trafegam sem criptografia. Use um tipo com TLS se o servidor tiver.",
  tipos: {
    spop3: "POP3 com TLS (spop3)",
    imaps: "IMAP com TLS (imaps)",
    "pop3-starttls": "POP3 com STARTTLS",
    "imap-starttls": "IMAP com STARTTLS",
    pop3: "POP3 sem proteção (pop3)",
    imap: "IMAP sem proteção (imap)",
  } satisfies Record<CaixaType, string>,
  tiposCurtos: {
    spop3: "POP3 com TLS",
    imaps: "IMAP com TLS",
    "pop3-starttls": "POP3 com STARTTLS",
    "imap-starttls": "IMAP com STARTTLS",
    pop3: "POP3 sem proteção",
    imap: "IMAP sem proteção",
  } satisfies Record<CaixaType, string>,
  gruposTipo: {
    tls: "Com TLS desde o início",
    starttls: "Com TLS depois de conectar (STARTTLS)",
    aberto: "Sem proteção",
  },
} as const);

/** What each e-mail provider requires to connect a mailbox. */
export const providerHints = translated("providerHints", {
  gmail:
    "O Gmail não aceita a senha da conta: ligue a verificação em duas etapas, crie uma senha de app e cole-a no campo Senha.",
  workspace:
    "O Google Workspace não aceita a senha da conta: use uma senha de app (com a verificação em duas etapas ligada) ou OAuth2.",
  microsoft:
    "A Microsoft não aceita mais senha em POP3 e IMAP: o acesso é por OAuth2, com um aplicativo registrado no Entra ID.",
  outlook: "O Outlook.com não aceita mais senha em POP3 e IMAP: o acesso é por OAuth2.",
  yahoo:
    "O Yahoo não aceita a senha da conta: crie uma senha de app em Segurança da conta e cole-a no campo Senha.",
  icloud: "O iCloud pede uma senha específica de app, criada na sua conta Apple. O acesso é só por IMAP.",
  zoho: "No Zoho, ligue o acesso IMAP nas configurações da caixa; com duas etapas ligadas, use uma senha de app.",
  uol: "No UOL, use a mesma senha do webmail e o endereço inteiro como usuário.",
  terra: "No Terra, use a senha do webmail e o endereço inteiro como usuário.",
  locaweb: "Na Locaweb, use o endereço inteiro como usuário e a senha da caixa postal.",
  kinghost: "Na KingHost, use o endereço inteiro como usuário e a senha da caixa postal.",
  hostgator:
    "Na HostGator, o servidor é mail. seguido do seu domínio. Se o certificado não for reconhecido, use o nome de servidor que aparece no cPanel.",
  criarSenhaDeApp: "Criar senha de app",
} as const);
