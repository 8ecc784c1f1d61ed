import type * as source from "../../../texts/names/messages.ts";
import type { screenMessages as screenSource } from "../../../texts/names/screen-messages.ts";
import type { Translated } from "../../translated.ts";

/** English sentences about typed fields. */
export const fieldMessages: Translated<typeof source.fieldMessages> = {
  filtroInvalido: "The filter has an invalid value.",
  periodoInvertido: "The first date is after the last.",
  faixaInvertida: "The first value is greater than the last.",
  dataInvalida: "Type a valid date, such as 31/12/2026.",
  horaSemDia: "Type the day too.",
  horaInvalida: "Type a time from 00:00 to 23:59.",
  inteiroInvalido: "Type a whole number.",
  decimalInvalido: "Type a value with up to two decimals, such as 1.234,56.",
  cnpjInvalido: "Invalid CNPJ. Check the letters and the numbers.",
  cpfInvalido: "Invalid CPF. Check the numbers.",
};

/** English sentences about contas, users and keys. */
export const peopleMessages: Translated<typeof source.peopleMessages> = {
  captchaObrigatorio: "Complete the captcha.",
  ufSemValor: "Choose the state.",
  chavePublicaObrigatoria: "Type the access key.",
  acessoRestrito: "Restricted access.",
  tokenSenhaInvalido: "Invalid setup token. Ask for a new password reset.",
  tokenConviteInvalido: "Invalid first sign-in token. Ask for a new invitation.",
  erroConfigurandoConta: "The account could not be set up.",
  conviteNaoEnviado: "The invitation was not sent.",
  escopoAusente: "Restricted access: this API token does not have the scope {escopo}.",
  apiTokenNaoEncontrado: "API token not found.",
  apiTokensDemais: "The account already has {limite} tokens, the maximum. Revoke one that you no longer use.",
  apiTokenSemEscopo: "Choose at least one scope.",
  apiTokenSemEmpresa: "Choose at least one company, or all of them.",
  apiTokenNomeEmUso: "There is already a token with this name.",
  apiTokenExpirado: "This token has expired. Change its validity or create another.",
  apiTokenGerenteRestrito:
    "A token with the scope admin is valid for the whole account and cannot be limited to some companies.",
  apiTokenValidade: "The validity must be between today and {limite}.",
  apiTokenSalvo: "Token saved.",
  apiTokenRevogado: "Token revoked. It no longer works.",
  contatoEnviado: "Message sent. We will answer to the e-mail address that you gave.",
  contaCriada: "Account created. Open the e-mail that we sent you to confirm it and choose your password.",
  apiTokenGerado: "Token created. Copy it now: it will not be shown again.",
  conviteEnviado: "Invitation sent.",
  usuarioAtivado: "User activated.",
  usuarioInativado: "User deactivated.",
  senhaRedefinida: "Password reset. Sign in with the new password.",
  conviteAceito: "Password created. Sign in to start.",
  redefinicaoEnviada:
    "If this e-mail address belongs to an account, we sent it a link to create a new password. The link is valid for 1 hour.",
  textoLongo: "This text is too long. Write a shorter one.",
  valorInvalido: "Check this value.",
  textoEmBranco: "Fill in this field.",
  nomeComEndereco: "Write only the name, without a website or e-mail address.",
  nomeComQuebra: "Write the name on one line, without invisible characters.",
  ufInvalida: "This state does not exist.",
  senhaFraca: "The password needs at least 8 characters, with a letter and a number.",
  senhaComum:
    "This password is one of the most used, or has leaked from another website, and is easy to guess. Choose another.",
  senhaPessoal:
    "This password contains your name, the user, the company or the word Malote, and is easy to guess. Choose another.",
  senhaAtualObrigatoria: "Type your current password.",
  senhaAtualErrada: "The current password is wrong.",
  senhasDiferentes: "The two passwords are not the same.",
  emailInvalido: "This e-mail address does not look complete. Check it.",
  identificadorEmBranco: "Type an identifier.",
  identificadorComEspacos: "The identifier cannot contain spaces.",
  identificadorCaracteres:
    "Use 3 to 40 letters without accents, numbers, full stops, hyphens or underscores.",
  identificadorComSite: "The identifier cannot look like a website address. Remove the ending, such as .com.",
  identificadorEmUso: "This identifier already belongs to another account.",
  contaNaoEncontrada: "There is no account with this identifier.",
  identificadorDoSandbox: "The identifier of the demo account cannot be changed.",
  nomeUsuarioComEspacos: "The user name cannot contain spaces.",
  nomeUsuarioCaracteres: "Use 3 to 40 letters without accents, numbers, full stops, hyphens or underscores.",
  nomeUsuarioComSite: "The user name cannot look like a website address. Remove the ending, such as .com.",
  nomeUsuarioEmUso: "There is already a user with this name in the account.",
  captchaInvalido: "The check has expired or was already used. Tick “I am not a robot” again.",
  captchaSemAcao: "Give the action of the captcha: criar-conta, contato or download.",
  codigoObrigatorio: "Type the code of your authenticator app.",
  codigoErrado: "Wrong code. Check the clock of your device and type the current code.",
  segundoFatorNaoIniciado: "Start again: the code of the app has not been created yet.",
  segundoFatorJaAtivo: "The second factor is already on. Turn it off to change the device.",
  sessaoNaoEncontrada: "Session not found.",
  reautenticacaoNecessaria: "Confirm that it is you to continue: you signed in more than 15 minutes ago.",
  reautenticacaoUmaProva: "Send only one of them: the password, the code or the passkey.",
  passkeyObrigatoria: "Confirm with your passkey, or type a code of the second factor.",
  passkeyErrada:
    "The passkey was not accepted. Try again; if it was removed or belongs to another account, sign in with the password.",
  passkeyIndisponivel:
    "Passkeys do not work at this address: the browser requires a domain name with HTTPS and does not accept an IP address.",
  passkeysDemais: "You already have {limite} passkeys, the maximum. Remove one that you no longer use.",
  passkeyRepetida: "This passkey is already registered.",
  passkeyNaoEncontrada: "Passkey not found.",
  muitasPasskeys: "Too many attempts with a passkey from this address. Wait {minutos} min.",
  manifestacaoSemSegundoFator:
    "In this account, only users with the second factor can send statements. Turn it on in My account and try again.",
  usuarioNaoEncontrado: "User not found.",
  usuarioProprietario: "The owner of the account cannot be deleted or deactivated.",
  usuarioProprio: "You cannot delete or deactivate yourself.",
  usuarioProprietarioSai:
    "You are the owner of the account and cannot leave it. To close the account, write to Malote under Contact.",
  usuarioNaoConfere: "Confirm with your own user name.",
  meusDadosApagados: "Your personal data was deleted and your access has ended.",
  usuarioSoProprio: "Only users themselves can change their password. Send a link for a new password.",
  usuarioJaAtivado:
    "This user has already activated the access. If the password was lost, send a link for a new one.",
  usuariosDemais: "The account already has {limite} users, the maximum.",
  usuarioGerenteRestrito: "An administrator sees all companies. Untick “Only some companies”.",
  cnpjDesconhecido: "The account has no company with this CNPJ.",
  dominioInvalido: "Write only the domain, such as empresa.com.br.",
  dominioDeProvedor:
    "{dominio} belongs to an e-mail provider: anyone can have an address there, so it proves no company.",
  produtoRestrito: "Only the operator of Malote sees all accounts.",
  muitosConvites: "Too many invitations in a short time. Wait {minutos} min.",
  muitosIdentificadores: "Too many changes of the identifier in a short time. Wait {minutos} min.",
  muitasContas: "Too many accounts opened from this address. Wait {minutos} min.",
  muitosContatos: "Too many messages from this address. Wait {minutos} min.",
  muitosPedidosSenha: "Too many requests in a short time. Wait {minutos} min.",
  muitosDownloads: "Too many downloads from this address. Wait {minutos} min.",
  muitasVerificacoes: "Too many checks from this address. Wait {minutos} min.",
  downloadPublicoNaoEncontrado: "No document is available with this access key.",
  downloadPublicoSoPapel:
    "The status of this document is “{situacao}”, and the XML does not show it. Download the PDF, which carries the stamp.",
  downloadPublicoExpirado: "The link of the document has expired. Complete the check again.",
  chaveInvalida: "Invalid access key. Check the 44 characters.",
  buscaCurta: "Type at least {min} characters.",
  periodoLongo: "The period can have up to {dias} days. Choose a shorter one.",
  painelLinhasDemais: "There are more than {limite} rows. Choose a company or a shorter period.",
};

/** English sentences about pages and calls. */
export const screenMessages: Translated<typeof screenSource> = {
  auditorNaoEncontrado: "Auditor record not found.",
  caixaNaoEncontrada: "Mailbox not found.",
  emailNaoEncontrado: "E-mail not found.",
  emailParcial:
    "This message also brought documents of companies to which you have no access. You can only download the parts of your companies.",
  empresaNaoEncontrada: "Company not found.",
  erroConsultandoSefaz: "The SEFAZ query failed",
  falhaComunicacao: "The server could not be reached",
  falhaEvento: "The event was not sent.",
  falhaManifestacao: "The statement could not be sent.",
  importacaoNaoEncontrada: "Import not found.",
  notaContraditaPelaSefaz:
    "SEFAZ authorized other content under this key, so the document cannot be released. Ask the issuer for the authorized XML.",
  notaDeHomologacao: "The document is from the SEFAZ test environment and cannot be released.",
  notaNaoEncontrada: "Document not found.",
};

/** English sentences about webhooks. */
export const webhookMessages: Translated<typeof source.webhookMessages> = {
  webhookNaoEncontrado: "Webhook not found.",
  webhookUrlInvalida: "Write a complete address, such as https://erp.exemplo.com.br/malote.",
  webhookUrlSemHttps: "The address must start with https://.",
  webhookUrlComSenha:
    "Do not write a user and password in the address. The signature of each delivery already says that it comes from Malote.",
  webhookUrlComFragmento: "Remove the part after # from the address: it is not sent.",
  webhookEnderecoProibido: "This address is internal, and Malote does not access it. Use a public address.",
  webhookPortaProibida: "This port is not accepted. Use 443, or one from 1024 on.",
  webhookSemTipo: "Choose at least one type of notification.",
  webhookSemEmpresa: "Choose at least one company, or all of them.",
  webhooksDemais: "The account already has {limite} webhooks. Delete one that you no longer use.",
  webhookDesligado: "The webhook is off. Turn it on before you send again.",
  muitosTestesWebhook: "Too many tests in a row. Wait {minutos} min.",
  entregaNaoEncontrada: "Delivery not found.",
  entregaDeTeste: "A test is not sent again: send another one.",
};
