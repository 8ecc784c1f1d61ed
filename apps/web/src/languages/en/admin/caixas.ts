import type * as source from "../../../texts/admin/caixas.ts";
import type { Translated } from "../../translated.ts";

/** An instant after "since": "today at 09:51", or "21/11 10:43" without its "on". */
const since = (quando: string): string => quando.replace(/^on /, "");

/** English texts of `texts/admin/caixas.ts`: the list of mailboxes. */
export const caixasTexts: Translated<typeof source.caixasTexts> = {
  lista: "Mailboxes",
  nova: "New mailbox",
  conectar: "Connect a mailbox",
  total: (n) => (n === 1 ? "1 mailbox" : `${n} mailboxes`),
  ordens: { descricao: "Description", tipo: "Type", servidor: "Server" },
  colunas: {
    descricao: "Description",
    servidor: "Server",
    saude: "Health",
    coleta: "Last collection",
    hoje: "E-mails today",
    total: "Total",
    houve: "What happened",
  },
  resumo: {
    coletando: (n) => `${n} collecting`,
    primeira: (n) => `${n} waiting for the first collection`,
    silenciosa: (n) => `${n} silent`,
    falhou: (n) => `${n} failed in the last collection`,
    parada: (n) => `${n} stopped`,
  },
  estados: {
    coletando: "Collecting",
    primeira: "Waiting",
    silenciosa: "Silent",
    falhou: "Collection failed",
    parada: "Stopped",
  },
  coletandoAgora: "collecting now…",
  semColeta: "none yet",
  proxima: (quando) => `next ${quando}`,
  cartao: (servidor, hoje, total) =>
    `${servidor}, ${hoje} ${hoje === "1" ? "e-mail" : "e-mails"} today, ${total} in total`,
  nadaARelatar: "All good",
  corrigir: "Fix",
  conferir: "Test the connection",
  silencio: (quando) => `No e-mail since ${since(quando)}, longer than usual.`,
  abrir: (nome) => `Open the mailbox ${nome}`,
  acoes: (nome) => `Actions of the mailbox ${nome}`,
  menu: { coletar: "Collect now", testar: "Test connection", editar: "Edit", excluir: "Delete" },
  coletaPedida: (nome) => `${nome}: the collection starts in a moment.`,
  coletaFeita: (nome, novos) =>
    novos === 0
      ? `${nome}: collection done, no new e-mail.`
      : `${nome}: collection done, ${novos === 1 ? "1 new e-mail" : `${novos} new e-mails`}.`,
  coletaFalhou: (nome, causa) => ({ titulo: `${nome}: the collection failed`, texto: causa }),
  verEmails: "View e-mails",
  vazio: {
    titulo: "No mailbox connected",
    texto:
      "Malote reads the mailboxes to which suppliers send NF-e and CT-e. Connect the first one: it takes a minute, and nothing is deleted from it.",
    textoLeitor:
      "Malote reads the mailboxes to which suppliers send NF-e and CT-e. Ask an account administrator to connect the first one.",
  },
  excluir: {
    titulo: (nome) => `Delete the mailbox ${nome}?`,
    texto:
      "Collection stops. The e-mails and documents that have already come stay in Malote, and nothing is deleted from the server.",
    acao: "Delete mailbox",
    feita: (nome) => `Mailbox ${nome} deleted.`,
    falhou: "The mailbox could not be deleted.",
    falhouTexto: "Another person may have deleted it already. Refresh the list and try again.",
  },
};

/** English texts of one mailbox: form, health, connection test. */
export const caixaTexts: Translated<typeof source.caixaTexts> = {
  novaTitulo: "New mailbox",
  subtitulo: "mailbox",
  lado: "Health and diagnosis",
  voltar: "Back to mailboxes",
  soAdministrador: "Only account administrators can change mailboxes. You see it as it is.",
  campos: {
    descricao: "Description",
    descricaoDica: "How it appears in lists and notifications. If blank, the user is shown.",
    usuario: "User",
    usuarioDica: "Almost always the whole e-mail address.",
    provedor: "Provider",
    provedorOutro: "Other server",
    provedorDica:
      "Fills in the type and the server. If you have your own domain, choose the provider that hosts it.",
    tipo: "Type",
    servidor: "Server",
    servidorDica: (nome) => `Suggested for ${nome}.`,
    porta: "Port",
    portaDica: (porta) => `If blank, ${porta}.`,
    autenticacao: "Authentication",
    autenticacoes: { senha: "User and password", oauth2: "OAuth2 (no stored password)" },
    senha: "Password",
    senhaGuardada: "A password is stored. Leave blank to keep it.",
    senhaDeNovo: "The connection is no longer that of the stored password: type the password again.",
    senhaRecusada: "Refused by the server in the last test.",
    mostrar: (rotulo) => `Show ${rotulo}`,
    esconder: (rotulo) => `Hide ${rotulo}`,
    pasta: "Folder",
    pastaDica: "If blank, the inbox (INBOX). Write subfolders as the server does.",
    apagar: "Delete from the server once stored",
    apagarDica:
      "When off, Malote only reads, and nothing leaves the mailbox. When on, it deletes each message from the server after the number of days below, counted from when it stored the original. Never before that.",
    apagarDias: "Days on the server",
    apagarDiasDica: (max) => `From 1 to ${max}.`,
    fixado: "Trusted certificate",
    fixadoDica: "The connection is accepted only if the server presents exactly this certificate.",
    desfixar: "Stop trusting",
  },
  oauth: {
    provedor: "Access provider",
    provedores: { microsoft: "Microsoft", google: "Google", outro: "Other" },
    tokenUrl: "Token endpoint",
    tokenUrlDica: "Starts with https://. For Microsoft, replace “organizations” with your tenant if needed.",
    clientId: "Client ID",
    escopo: "Scope",
    clientSecret: "Client secret",
    refreshToken: "Refresh token",
    refreshTokenDica:
      "Without it, Malote signs in on behalf of the application (client credentials), which the domain administrator must have authorized.",
    guardado: "If one is already stored, leave blank to keep it.",
    deNovo: "The connection is no longer that of the stored secrets: enter them again.",
  },
  erros: {
    usuario: "Enter the user.",
    servidor: "Enter the server.",
    servidorForma: "Write only the server name, such as pop.suaempresa.com.br.",
    porta: "The port goes from 1 to 65535.",
    senha: "Enter the password.",
    tokenUrl: "Write an address that starts with https://.",
    clientId: "Enter the client ID.",
    oauthSemTls: "With OAuth2, choose a type with TLS: without it the token would travel unencrypted.",
    segredo: "Enter the client secret or the refresh token of the provider.",
    dias: (max) => `Write a number from 1 to ${max}.`,
    longo: (max) => `Use up to ${max} characters.`,
  },
  salvar: "Save",
  salva: (nome) => `Mailbox ${nome} saved.`,
  salvaNova: (nome) => `Mailbox ${nome} connected. The first collection starts in a moment.`,
  saude: {
    titulo: "Health of the mailbox",
    bem: "The last collection worked.",
    primeira: "The mailbox has not been read yet.",
    falhando: (quando, vezes) =>
      vezes === 1
        ? `The collection failed ${quando}.`
        : `Failing since ${since(quando)}, ${vezes} times in a row.`,
    guardados: "The e-mails are still on the server.",
    retoma: (quando) => `Once it works again, collection continues from where it stopped, ${quando}.`,
    linhas: {
      ultima: "Last collection",
      proxima: "Next collection",
      tentativa: "Next attempt",
      hoje: "E-mails today",
      total: "E-mails in total",
      ultimoEmail: "Last e-mail",
    },
  },
  prova: {
    titulo: "Connection diagnosis",
    intro:
      "Signs in to the mailbox with what is in the form and counts the messages, without downloading or deleting anything.",
    testar: "Test connection",
    testarDeNovo: "Test again",
    testando: "Testing the connection…",
    mudou: "The connection has changed since the last test. Test again.",
    bem: (mensagens) => `The connection works: ${mensagens} in the mailbox.`,
    bemSemConta: "The connection works.",
    mensagens: (total) => (total === "1" ? "1 message" : `${total} messages`),
    mal: "The connection did not work.",
    parou: (passo) => `The connection did not work: it stopped at “${passo}”.`,
    naoTentado: "Not attempted.",
    esperando: "Waiting…",
    passos: {
      dns: "Server address",
      tcp: "Open port",
      tls: "Secure connection",
      saudacao: "Server response",
      token: "Access token",
      entrada: "Mailbox login",
      listagem: "Mailbox reading",
    },
    feito: "done",
    falhou: "failed",
  },
  certificado: {
    titulo: "No authority confirms this certificate",
    texto:
      "It may be a certificate issued by the server itself, or someone intercepting the connection. Check the fingerprint with whoever runs the server before you trust it.",
    titular: "Subject",
    emissor: "Issuer",
    validade: "Valid until",
    impressao: "Fingerprint (SHA-256)",
    confiar: "Trust this certificate",
    copiarImpressao: "Copy the fingerprint",
  },
  inseguro:
    "Not protected: user, password and messages travel unencrypted. Use a type with TLS if the server has one.",
  tipos: {
    spop3: "POP3 with TLS (spop3)",
    imaps: "IMAP with TLS (imaps)",
    "pop3-starttls": "POP3 with STARTTLS",
    "imap-starttls": "IMAP with STARTTLS",
    pop3: "POP3 without protection (pop3)",
    imap: "IMAP without protection (imap)",
  },
  tiposCurtos: {
    spop3: "POP3 with TLS",
    imaps: "IMAP with TLS",
    "pop3-starttls": "POP3 with STARTTLS",
    "imap-starttls": "IMAP with STARTTLS",
    pop3: "POP3 without protection",
    imap: "IMAP without protection",
  },
  gruposTipo: {
    tls: "TLS from the start",
    starttls: "TLS after connecting (STARTTLS)",
    aberto: "Without protection",
  },
};

/** English texts of what each e-mail provider requires to connect a mailbox. */
export const providerHints: Translated<typeof source.providerHints> = {
  gmail:
    "Gmail does not accept the account password: turn on 2-Step Verification, create an app password and paste it into the Password field.",
  workspace:
    "Google Workspace does not accept the account password: use an app password (with 2-Step Verification on) or OAuth2.",
  microsoft:
    "Microsoft no longer accepts passwords for POP3 and IMAP: access is by OAuth2, with an application registered in Entra ID.",
  outlook: "Outlook.com no longer accepts passwords for POP3 and IMAP: access is by OAuth2.",
  yahoo:
    "Yahoo does not accept the account password: create an app password in Account security and paste it into the Password field.",
  icloud: "iCloud requires an app-specific password, created in your Apple account. Access is by IMAP only.",
  zoho: "In Zoho, turn on IMAP access in the mailbox settings; with two-step verification on, use an app password.",
  uol: "In UOL, use the same password as in webmail and the whole address as the user.",
  terra: "In Terra, use the webmail password and the whole address as the user.",
  locaweb: "In Locaweb, use the whole address as the user and the mailbox password.",
  kinghost: "In KingHost, use the whole address as the user and the mailbox password.",
  hostgator:
    "In HostGator, the server is mail. followed by your domain. If the certificate is not recognized, use the server name shown in cPanel.",
  criarSenhaDeApp: "Create app password",
};
